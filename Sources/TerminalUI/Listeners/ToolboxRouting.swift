import AppModules

/// Has a variable made when the toolbox offers that.
final class ToolboxRouting: EventsListener {
  private let router: EditorRouter
  private let steps: EditorSteps
  private let subscriptions = SubscriptionBag()

  init(router: EditorRouter, steps: EditorSteps) {
    self.router = router
    self.steps = steps
  }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<ToolboxEvent>) -> Bool {
    producer[event: ToolboxEvent.newVariableWanted].observe { [router, steps] type in
      router.route(to: steps.variables(.make(type: type)))
    }.kept(in: subscriptions)
    return true
  }
}
