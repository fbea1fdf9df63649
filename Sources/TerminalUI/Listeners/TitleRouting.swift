import AppModules

/// Opens what is clicked on in the first line.
final class TitleRouting: EventsListener {
  private let router: EditorRouter
  private let steps: EditorSteps
  private let subscriptions = SubscriptionBag()

  init(router: EditorRouter, steps: EditorSteps) {
    self.router = router
    self.steps = steps
  }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<TitleEvent>) -> Bool {
    producer[event: TitleEvent.saveWanted].observe { [router, steps] _ in
      router.route(to: steps.files(.save))
    }.kept(in: subscriptions)
    producer[event: TitleEvent.helpWanted].observe { [router, steps] _ in
      router.route(to: steps.help)
    }.kept(in: subscriptions)
    return true
  }
}
