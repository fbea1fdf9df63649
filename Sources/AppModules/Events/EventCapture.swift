extension EventStream where Event: Equatable {
  /// The events equal to a given one.
  public func capture(event: Event) -> EventStream<Event> { capture { $0 == event ? $0 : nil } }

  /// The payloads of the events of one case, as in `capture(event: CanvasEvent.fieldRequested)`.
  public func capture<Payload>(event embed: @escaping (Payload) -> Event) -> EventStream<Payload> {
    capture { EnumCase.payload(of: $0, in: embed) }
  }

  /// The payloads of the events of one case.
  public func capture<Payload>(case embed: @escaping (Payload) -> Event) -> EventStream<Payload> {
    capture(event: embed)
  }

  /// The events of a case without payload: those equal to it.
  public func capture(case event: Event) -> EventStream<Event> { capture(event: event) }
}

/// Extracts the payloads of enum cases.
nonisolated public enum EnumCase {
  /// The payload that makes a case equal to the event; nil if the event is of another case.
  ///
  /// A mirror shows the payload, but cases with payloads of the same types look alike. So this calls the case with the
  /// payload and checks that the resulting event is equal.
  public static func payload<Event: Equatable, Payload>(of event: Event, in embed: (Payload) -> Event) -> Payload? {
    let mirror = Mirror(reflecting: event)
    guard mirror.displayStyle == .enum, let found = mirror.children.first else { return nil }
    func confirmed(_ value: Any) -> Payload? {
      guard let payload = value as? Payload else { return nil }
      let made = embed(payload)
      // A custom `==` may ignore the case.
      return made == event && Mirror(reflecting: made).children.first?.label == found.label ? payload : nil
    }
    if let payload = confirmed(found.value) { return payload }
    // A mirror shows a single labelled value as a one-element tuple.
    let inner = Mirror(reflecting: found.value)
    guard inner.displayStyle == .tuple, inner.children.count == 1, let only = inner.children.first else { return nil }
    return confirmed(only.value)
  }
}
