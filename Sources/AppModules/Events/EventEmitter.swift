/// A module's own end of its events: what is emitted here reaches those that observe `events`.
// The actor is named because a release build elsewhere doesn't know this target's default when it specialises the class.
@MainActor public final class EventEmitter<Event> {
  private let hub = EventHub<Event>()

  public init() {}

  /// The end for the others.
  public var events: EventStream<Event> { EventStream(hub) }

  /// Tells everybody, in the order in which they subscribed. What is emitted while an event is delivered, is delivered
  /// after it has reached everybody.
  public func emit(_ event: Event) { hub.emit(event) }

  isolated deinit { hub.close() }
}
