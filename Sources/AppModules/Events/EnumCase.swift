/// Extracts the payloads of enum cases.
public nonisolated enum EnumCase {
  /// Returns the payload of an event of the case; nil if the event is of another case.
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

  /// The content of an enum value with a payload, as a mirror shows it.
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
