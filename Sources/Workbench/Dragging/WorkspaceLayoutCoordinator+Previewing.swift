import BlockEditing
import BlockEvents

extension WorkspaceLayoutCoordinator {
  /// Applies changes that can be rolled back.
  /// - Returns: the events, for `rollBack`.
  func preview(_ changes: [ProgramChange]) -> [BlocklyEvent] {
    preview { for change in changes { _ = try? change.apply(with: self) } }
  }
}
