/// Reacts to events of producers. Each listener has one responsibility.
@MainActor public protocol AnyEventsListener: AnyObject {
  /// Observes the events of a producer that the listener handles.
  /// - Returns: whether it observes any.
  @discardableResult func listenEvents(from producer: any AnyEventsProducer) -> Bool
}

/// Reacts to events of one type. Ignores producers of other types.
@MainActor public protocol EventsListener<Event>: AnyEventsListener {
  /// The type of the events that the listener handles.
  associatedtype Event: EventProtocol

  /// Observes the events of a producer of the right type.
  /// - Returns: whether it observes any.
  @discardableResult func listenEvents(from producer: any AnyEventsProducer, events: EventStream<Event>) -> Bool
}

extension EventsListener {
  @discardableResult public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: Event.self) else { return false }
    return listenEvents(from: producer, events: events)
  }
}
