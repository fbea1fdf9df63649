import AppModules

/// Shows the status messages of modules and of program events.
final class StatusLine: AnyEventsListener {
  private let screen: EditorScreen
  private let subscriptions = SubscriptionBag()

  init(screen: EditorScreen) { self.screen = screen }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // Not `anyEvents`: that would also deliver every fired event.
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
