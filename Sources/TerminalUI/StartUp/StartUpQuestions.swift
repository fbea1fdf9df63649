import AppModules

/// Knows whether the start-up asks the user something: whether a window of a module is shown that the start-up has opened.
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
