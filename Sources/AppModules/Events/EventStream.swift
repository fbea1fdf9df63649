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

  /// Returns a stream of the events of several streams, in the order in which they are emitted.
  public static func merged(_ streams: [EventStream]) -> EventStream {
    EventStream { receive in
      let subscriptions = streams.map { $0.observe(receive) }
      return Subscription(
        isActive: { subscriptions.contains(where: \.isActive) }, end: { for each in subscriptions { each.end() } })
    }
  }

  /// Returns a stream of the events that pass a test. Each observer gets a test of its own, because tests may have
  /// state.
  func filteredPerObserver(_ makeTest: @escaping () -> (Event) -> Bool) -> EventStream {
    EventStream { [subscribe] receive in
      let passes = makeTest()
      return subscribe { event in
        if passes(event) { receive(event) }
      }
    }
  }

  /// Returns a stream of the transformed events.
  public func map<Other>(_ transform: @escaping (Event) -> Other) -> EventStream<Other> { capture(transform) }

  /// Returns a stream of the payloads that a function extracts from events. Omits events for which it returns nil.
  public func capture<Payload>(_ extract: @escaping (Event) -> Payload?) -> EventStream<Payload> {
    EventStream<Payload> { [subscribe] receive in
      subscribe { event in
        if let payload = extract(event) { receive(payload) }
      }
    }
  }
}

extension EventStream {
  /// Returns the stream without events that follow another one too soon. After each event that passes, those within the
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

extension EventStream where Event: Equatable {
  /// Returns a stream of the events equal to a given one.
  public func capture(event: Event) -> EventStream<Event> { capture { $0 == event ? $0 : nil } }
}

extension EventStream {
  /// Returns a stream of the payloads of the events of one case, as in `capture(event: FieldsEvent.changed)`. They must
  /// not be functions, which mirrors don't show; put one in a structure.
  public func capture<Payload>(event embed: @escaping (Payload) -> Event) -> EventStream<Payload> {
    // In debug builds only: getting a type's name takes as long as all other work on an editor's first streams.
    assert(!isFunction(Payload.self), "a case with a function can't be captured: \(Payload.self)")
    return capture { EnumCase.payload(of: $0, in: embed) }
  }

  private func isFunction(_ type: Any.Type) -> Bool {
    let name = String(describing: type)
    return name.hasPrefix("(") && name.contains("->")
  }
}
