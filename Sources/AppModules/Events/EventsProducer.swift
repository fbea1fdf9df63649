// The protocols of this target name their actor, because this target's default isolation doesn't apply to conforming
// types in other targets.

/// Emits events of any type.
@MainActor public protocol AnyEventsProducer: AnyObject {
  /// All events of the producer.
  var anyEvents: EventStream<any EventProtocol> { get }

  /// The events if they are of the given type; otherwise nil.
  func stream<Event: EventProtocol>(of type: Event.Type) -> EventStream<Event>?
}

/// Emits events of one type.
@MainActor public protocol EventsProducer<Event>: AnyEventsProducer {
  /// The type of all the producer's events, usually an enum.
  associatedtype Event: EventProtocol

  /// The events, for listeners to observe: `EventEmitter.events` of the producer's private emitter.
  var events: EventStream<Event> { get }
}

extension EventsProducer {
  public var anyEvents: EventStream<any EventProtocol> { events.map { $0 } }

  public func stream<Other: EventProtocol>(of type: Other.Type) -> EventStream<Other>? {
    events as? EventStream<Other>
  }

  /// The events equal to a given one.
  public subscript(event event: Event) -> EventStream<Event> where Event: Equatable { events.capture(event: event) }

  /// The payloads of the events of one case.
  public subscript<Payload>(event embed: @escaping (Payload) -> Event) -> EventStream<Payload> {
    events.capture(event: embed)
  }
}

extension AnyEventsProducer {
  /// The events equal to a given one; none if the producer's events are of another type.
  public subscript<Event: EventProtocol & Equatable>(event event: Event) -> EventStream<Event> {
    stream(of: Event.self)?.capture(event: event) ?? .empty
  }

  /// The payloads of the events of one case, as in `producer[event: ToolboxEvent.newVariableRequested]`; none if the
  /// producer's events are of another type.
  public subscript<Event: EventProtocol, Payload>(event embed: @escaping (Payload) -> Event) -> EventStream<Payload> {
    stream(of: Event.self)?.capture(event: embed) ?? .empty
  }
}

/// An event of a module: an enum whose cases may have payloads that describe the change.
nonisolated public protocol EventProtocol {}

/// Combines several producers: a listener introduced to it receives the events of all of them.
public final class AggregatedEventsProducer: AnyEventsProducer {
  /// The producers, for listeners that need to know the producer of an event.
  public let producers: [any AnyEventsProducer]

  /// - Parameter producers: retained; those whose events are of another type add nothing to `stream(of:)`.
  public init(_ producers: [any AnyEventsProducer]) { self.producers = producers }

  public var anyEvents: EventStream<any EventProtocol> { .merged(producers.map(\.anyEvents)) }

  public func stream<Event: EventProtocol>(of type: Event.Type) -> EventStream<Event>? {
    let streams = producers.compactMap { $0.stream(of: type) }
    return streams.isEmpty ? nil : .merged(streams)
  }
}

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
