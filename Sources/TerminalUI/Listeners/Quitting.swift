import AppModules

/// Ends the editor when a module requests it.
final class Quitting: AnyEventsListener {
  private let quit: () -> Void
  private let subscriptions = SubscriptionBag()

  init(quit: @escaping () -> Void) { self.quit = quit }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    if let events = producer.stream(of: FilesEvent.self) { observe(events.capture(event: .leaving)) }
    if let events = producer.stream(of: JournalsEvent.self) { observe(events.capture(event: .leaving)) }
    return producer.stream(of: FilesEvent.self) != nil || producer.stream(of: JournalsEvent.self) != nil
  }

  private func observe<Event>(_ events: EventStream<Event>) {
    events.observe { [quit] _ in quit() }.kept(in: subscriptions)
  }
}
