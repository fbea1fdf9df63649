/// Dependencies that form a cycle, so that none of its events could ever be signalled.
public struct DependencyCycle<Event: Hashable & Sendable>: Error, Hashable, CustomStringConvertible {
  /// The events of the cycle: each depends on the next, and the last equals the first.
  public let events: [Event]

  public init(events: [Event]) { self.events = events }

  /// The cycle in one line, such as “a → b → a”.
  public var description: String { events.map { String(describing: $0) }.joined(separator: " → ") }
}
