/// Dependencies that would lead back to where they began, so that none of their events could ever be signalled.
public struct DependencyCycle<Event: Hashable & Sendable>: Error, Hashable, CustomStringConvertible {
  /// The events on the way: each depends on the next one, and the last is the first again.
  public let events: [Event]

  public init(events: [Event]) { self.events = events }

  /// The way in one line: “a → b → a”.
  public var description: String { events.map { String(describing: $0) }.joined(separator: " → ") }
}
