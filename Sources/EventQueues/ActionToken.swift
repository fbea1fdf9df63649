import Synchronization

/// Stands for one action that waits in an `EventQueue`. As long as the action waits, the same token means the
/// same action.
public struct ActionToken: Hashable, Sendable {
  private static let last = Atomic<Int>(0)

  private let number: Int

  /// Makes a token that there was never before.
  public init() { number = ActionToken.last.add(1, ordering: .relaxed).newValue }
}
