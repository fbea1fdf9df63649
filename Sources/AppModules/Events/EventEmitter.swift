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

/// Delivers the events of an emitter to its observers.
final class EventHub<Event> {
  /// A subscribed observer.
  final class Observer {
    private(set) var receive: ((Event) -> Void)?
    init(_ receive: @escaping (Event) -> Void) { self.receive = receive }

    /// Ends the subscription at once, even during a delivery.
    func leave() {
      // Releasing the function may release the owner of this subscription, which then leaves again: Swift allows that
      // only after this change.
      let former = receive
      receive = nil
      withExtendedLifetime(former) {}
    }
  }

  private var observers: [Observer] = []
  private var waiting: [Event] = []
  private var isDelivering = false
  private var isClosed = false

  func add(_ receive: @escaping (Event) -> Void) -> Observer {
    let observer = Observer(receive)
    if isClosed { observer.leave() } else { observers.append(observer) }
    return observer
  }

  func remove(_ observer: Observer) {
    observer.leave()
    observers.removeAll { $0 === observer }
  }

  /// Delivers an event to the current observers. An event that an observer emits meanwhile waits until this one has
  /// reached all of them.
  func emit(_ event: Event) {
    waiting.append(event)
    if isDelivering { return }
    isDelivering = true
    while !waiting.isEmpty {
      let events = waiting
      waiting.removeAll(keepingCapacity: true)
      for event in events {
        for observer in observers { observer.receive?(event) }
      }
    }
    isDelivering = false
  }

  /// Ends all subscriptions. The emitter is retained while it emits, so all events have been delivered.
  func close() {
    isClosed = true
    let gone = observers
    observers = []
    for observer in gone { observer.leave() }
  }
}
