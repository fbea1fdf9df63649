import AppModules

/// Routes the requests of one module type: opens the window or part that an event asks for.
final class Routing<Event: EditorEvent>: EventsListener {
  private let router: EditorRouter
  private let step: (Event) -> PresentableRoutingStep?
  private let subscriptions = SubscriptionBag()

  /// - Parameter step: returns the route for an event; nil if the event opens nothing.
  init(_ router: EditorRouter, step: @escaping (Event) -> PresentableRoutingStep?) {
    self.router = router
    self.step = step
  }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<Event>) -> Bool {
    events.capture(step).observe { [router] step in router.route(to: step) }.kept(in: subscriptions)
    return true
  }
}
