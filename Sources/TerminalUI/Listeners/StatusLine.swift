import AppModules

/// Shows what the modules say, and what is said about the program.
final class StatusLine: AnyEventsListener {
  private let screen: EditorScreen
  private let subscriptions = SubscriptionBag()

  init(screen: EditorScreen) { self.screen = screen }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // All that is fired would go through here, too.
    if let events = producer.stream(of: ProgramEvent.self) {
      events.observe { [screen] event in
        if case .status(let message) = event { screen.message = message }
      }.kept(in: subscriptions)
      return true
    }
    producer.anyEvents.observe { [screen] event in
      if let message = (event as? any EditorEvent)?.statusMessage { screen.message = message }
    }.kept(in: subscriptions)
    return true
  }
}
