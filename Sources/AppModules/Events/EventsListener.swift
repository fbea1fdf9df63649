/// Reacts to events of producers. Each has one responsibility.
@MainActor public protocol AnyEventsListener: AnyObject {
  /// Is introduced to a producer, and observes of it what it cares for.
  /// - Returns: whether it cares for anything.
  @discardableResult func listenEvents(from producer: any AnyEventsProducer) -> Bool
}

/// Reacts to events of one type; producers of others are ignored.
@MainActor public protocol EventsListener<Event>: AnyEventsListener {
  associatedtype Event: EventProtocol

  /// Is introduced to a producer of its type.
  /// - Returns: whether it cares for anything.
  @discardableResult func listenEvents(from producer: any AnyEventsProducer, events: EventStream<Event>) -> Bool
}

extension EventsListener {
  @discardableResult public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: Event.self) else { return false }
    return listenEvents(from: producer, events: events)
  }
}
