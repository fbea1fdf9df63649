/// Events as they come, to be observed.
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

  /// A stream in which nothing ever comes.
  public static var empty: EventStream {
    EventStream { _ in Subscription(isActive: { false }, end: {}) }
  }

  /// Calls back for every event from now on, for as long as the subscription is kept.
  public func observe(_ receive: @escaping (Event) -> Void) -> Subscription { subscribe(receive) }

  /// The stream of what is made of each event.
  public func map<Other>(_ transform: @escaping (Event) -> Other) -> EventStream<Other> { capture(transform) }

  /// The stream of what can be taken out of some of the events; the others, of which nil is made, are left out.
  public func capture<Payload>(_ extract: @escaping (Event) -> Payload?) -> EventStream<Payload> {
    EventStream<Payload> { [subscribe] receive in
      subscribe { event in
        if let payload = extract(event) { receive(payload) }
      }
    }
  }
}
