import AppModules

/// Opens what the modules of one kind want to have opened.
final class Routing<Event: EditorEvent>: EventsListener {
  private let router: EditorRouter
  private let step: (Event) -> PresentableRoutingStep?
  private let subscriptions = SubscriptionBag()

  /// - Parameter step: what is opened for an event; nil for nothing.
  init(_ router: EditorRouter, step: @escaping (Event) -> PresentableRoutingStep?) {
    self.router = router
    self.step = step
  }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<Event>) -> Bool {
    events.capture(step).observe { [router] step in router.route(to: step) }.kept(in: subscriptions)
    return true
  }
}
