/// Combines several producers: a listener introduced to it receives the events of all of them.
public final class AggregatedEventsProducer: AnyEventsProducer {
  private let producers: [any AnyEventsProducer]

  public init(_ producers: [any AnyEventsProducer]) { self.producers = producers }

  public var anyEvents: EventStream<any EventProtocol> { .merged(producers.map(\.anyEvents)) }

  public func stream<Event: EventProtocol>(of type: Event.Type) -> EventStream<Event>? {
    let streams = producers.compactMap { $0.stream(of: type) }
    return streams.isEmpty ? nil : .merged(streams)
  }
}
