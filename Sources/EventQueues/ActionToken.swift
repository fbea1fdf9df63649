import Synchronization

/// Identifies an action that waits in an `EventQueue`. While it waits, another action with the same token counts as the
/// same one.
public struct ActionToken: Hashable, Sendable {
  private static let last = Atomic<Int>(0)

  private let number: Int

  /// Creates a unique token.
  public init() { number = ActionToken.last.add(1, ordering: .relaxed).newValue }
}
