/// Emits events to those that observe `events`. A module keeps its emitter private.
// The actor is named because a release build elsewhere doesn't know this target's default when it specialises the class.
@MainActor public final class EventEmitter<Event> {
  private let hub = EventHub<Event>()

  public init() {}

  /// The emitted events, for others to observe.
  public var events: EventStream<Event> { EventStream(hub) }

  /// Calls the observers in the order in which they subscribed. An event that is emitted during a delivery is delivered
  /// after it.
  public func emit(_ event: Event) { hub.emit(event) }

  isolated deinit { hub.close() }
}
