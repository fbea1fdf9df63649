import Synchronization

/// An action that waits for events.
struct QueuedAction<Event: Hashable & Sendable>: Sendable {
  let token: ActionToken
  /// The name in `EventQueue.pending`.
  let name: String?
  /// The events it waits for, without duplicates.
  let events: [Event]
  let run: @MainActor () -> Void

  init(token: ActionToken, name: String?, events: [Event], run: @escaping @MainActor () -> Void) {
    self.token = token
    self.name = name
    var known: Set<Event> = []
    self.events = events.filter { known.insert($0).inserted }
    self.run = run
  }
}

/// Identifies an action that waits in an `EventQueue`. While it waits, another action with the same token counts as the
/// same one.
public struct ActionToken: Hashable, Sendable {
  private static let last = Atomic<Int>(0)

  private let number: Int

  /// Creates a unique token.
  public init() { number = ActionToken.last.add(1, ordering: .relaxed).newValue }
}
