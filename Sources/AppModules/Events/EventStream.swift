/// Events that can be observed as they are emitted.
public struct EventStream<Event> {
  private let subscribe: (@escaping (Event) -> Void) -> Subscription

  private init(subscribe: @escaping (@escaping (Event) -> Void) -> Subscription) { self.subscribe = subscribe }

  init(_ hub: EventHub<Event>) {
    self.init { receive in
      let observer = hub.add(receive)
      return Subscription(isActive: { observer.receive != nil }) { [weak hub] in
        if let hub { hub.remove(observer) } else { observer.leave() }
      }
    }
  }

  /// A stream without events.
  public static var empty: EventStream {
    EventStream { _ in Subscription(isActive: { false }, end: {}) }
  }

  /// Calls a function for every event from now on, as long as the subscription is retained.
  public func observe(_ receive: @escaping (Event) -> Void) -> Subscription { subscribe(receive) }

  /// The events of several streams, in the order in which they are emitted.
  public static func merged(_ streams: [EventStream]) -> EventStream {
    EventStream { receive in
      let subscriptions = streams.map { $0.observe(receive) }
      return Subscription(
        isActive: { subscriptions.contains(where: \.isActive) }, end: { for each in subscriptions { each.end() } })
    }
  }

  /// The events that pass a test. Each observer gets a test of its own, because tests may have state.
  func filteredPerObserver(_ makeTest: @escaping () -> (Event) -> Bool) -> EventStream {
    EventStream { [subscribe] receive in
      let passes = makeTest()
      return subscribe { event in
        if passes(event) { receive(event) }
      }
    }
  }

  /// The stream of the results of transforming each event.
  public func map<Other>(_ transform: @escaping (Event) -> Other) -> EventStream<Other> { capture(transform) }

  /// The stream of the payloads that a function extracts from events. Omits events for which it returns nil.
  public func capture<Payload>(_ extract: @escaping (Event) -> Payload?) -> EventStream<Payload> {
    EventStream<Payload> { [subscribe] receive in
      subscribe { event in
        if let payload = extract(event) { receive(payload) }
      }
    }
  }
}

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

extension EventStream {
  /// The stream without events that follow another one too soon. After each event that passes, those within the
  /// interval are dropped. This keeps an impatient user from opening a module twice.
  /// - Parameter now: returns the time; tests pass a clock of their own.
  public func throttled(
    to interval: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }
  ) -> EventStream {
    filteredPerObserver {
      var last: ContinuousClock.Instant?
      return { _ in
        let time = now()
        if let last, time - last < interval { return false }
        last = time
        return true
      }
    }
  }
}

/// Keeps an observer subscribed until the last copy is released or `end()` is called.
public struct Subscription {
  /// The state that the copies share.
  @MainActor private final class Hold {
    let isActive: () -> Bool
    let end: () -> Void

    init(isActive: @escaping () -> Bool, end: @escaping () -> Void) {
      self.isActive = isActive
      self.end = end
    }

    isolated deinit { end() }
  }

  private let hold: Hold

  init(isActive: @escaping () -> Bool, end: @escaping () -> Void) { hold = Hold(isActive: isActive, end: end) }

  /// Whether more events may arrive: the subscription was not ended, and the emitter is alive.
  public var isActive: Bool { hold.isActive() }

  /// Ends the subscription at once, even during a delivery.
  public func end() { hold.end() }

  /// Stores the subscription in a bag.
  public func kept(in bag: SubscriptionBag) { bag.keep(self) }
}

/// Retains subscriptions until it is released, or until their emitters are gone.
public final class SubscriptionBag {
  private var subscriptions: [Subscription] = []
  /// Above this count, inactive subscriptions are removed.
  private var limit = 8

  /// An empty bag, usually a listener's only one.
  public init() {}

  /// Retains a subscription until the bag is emptied or released.
  public func keep(_ subscription: Subscription) {
    subscriptions.append(subscription)
    guard subscriptions.count > limit else { return }
    subscriptions.removeAll { !$0.isActive }
    limit = max(8, 2 * subscriptions.count)
  }

  /// Ends all subscriptions.
  public func empty() {
    let ended = subscriptions
    subscriptions = []
    for subscription in ended { subscription.end() }
  }
}

extension EventStream where Event: Equatable {
  /// The events equal to a given one.
  public func capture(event: Event) -> EventStream<Event> { capture { $0 == event ? $0 : nil } }
}

extension EventStream {
  /// The payloads of the events of one case, as in `capture(event: FieldsEvent.changed)`. They must not be functions,
  /// which mirrors don't show; put one in a structure.
  public func capture<Payload>(event embed: @escaping (Payload) -> Event) -> EventStream<Payload> {
    // In debug builds only: a type's name takes as long as everything else that an editor does with its first streams.
    assert(!isFunction(Payload.self), "a case with a function can't be captured: \(Payload.self)")
    return capture { EnumCase.payload(of: $0, in: embed) }
  }

  private func isFunction(_ type: Any.Type) -> Bool {
    let name = String(describing: type)
    return name.hasPrefix("(") && name.contains("->")
  }
}

/// Extracts the payloads of enum cases.
public nonisolated enum EnumCase {
  /// The payload of an event of the case; nil if the event is of another case.
  ///
  /// A mirror shows the payload, but cases with payloads of the same types look alike. So this calls the case with the
  /// payload and compares the names that mirrors show.
  public static func payload<Event, Payload>(of event: Event, in embed: (Payload) -> Event) -> Payload? {
    guard let found = Content(of: event) else { return nil }
    func confirmed(_ value: Any) -> Payload? {
      guard let payload = value as? Payload, let made = Content(of: embed(payload)) else { return nil }
      return made.names == found.names ? payload : nil
    }
    if let payload = confirmed(found.payload) { return payload }
    // A mirror shows a single labelled value as a one-element tuple.
    return found.onlyElement.flatMap(confirmed)
  }

  /// What a mirror shows of an enum value with a payload.
  private struct Content {
    let payload: Any
    /// The names of the case and of its payload's elements.
    private(set) var names: [String?]
    private(set) var onlyElement: Any?

    init?(of event: Any) {
      let mirror = Mirror(reflecting: event)
      guard mirror.displayStyle == .enum, let found = mirror.children.first else { return nil }
      payload = found.value
      names = [found.label]
      let inner = Mirror(reflecting: payload)
      guard inner.displayStyle == .tuple else { return }
      names += inner.children.map(\.label)
      if inner.children.count == 1 { onlyElement = inner.children.first?.value }
    }
  }
}
