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
