// The actor is named because release builds of other targets don't know this target's default when they specialise the
// class.

/// Emits events to the observers of `events`. A module keeps its emitter private.
@MainActor public final class EventEmitter<Event> {
  private let hub = EventHub<Event>()

  /// An emitter without observers. The streams of `events` end when it is released.
  public init() {}

  /// The emitted events, for others to observe.
  public var events: EventStream<Event> { EventStream(hub) }

  /// Calls the observers in the order in which they subscribed. An event emitted during a delivery is delivered after
  /// it.
  public func emit(_ event: Event) { hub.emit(event) }

  isolated deinit { hub.close() }
}
