import AppModules

/// Tracks whether the start-up is asking the user a question: whether any window of a module that it routed to is open.
final class StartUpQuestions: EventsListener {
  private var shownCount = 0
  private let subscriptions = SubscriptionBag()

  var areShown: Bool { shownCount > 0 }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<ViewControllerEvent>) -> Bool {
    events.observe { [unowned self] event in
      switch event {
      case .didAppear(let module) where module.routingContext == .startUp: shownCount += 1
      case .didDisappear(let module) where module.routingContext == .startUp: shownCount -= 1
      default: break
      }
    }.kept(in: subscriptions)
    return true
  }
}
