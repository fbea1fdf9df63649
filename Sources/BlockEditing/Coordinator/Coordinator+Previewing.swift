import BlockEvents

extension WorkspaceLayoutCoordinator {
  /// Applies changes that can be rolled back. No listener gets their events.
  /// - Returns: the events, for `rollBack`.
  package func preview(_ changes: () -> Void) -> [BlocklyEvent] {
    let scratch = EventManager()
    let wasPreviewing = isPreviewing
    isPreviewing = true
    using(scratch, changes)
    isPreviewing = wasPreviewing
    return scratch.takePendingEvents()
  }

  /// Reverts previewed changes.
  package func rollBack(_ events: [BlocklyEvent]) {
    _ = preview {
      performBatch {
        for event in events.reversed() where event.recordsUndo { try? replay(event, forward: false) }
      }
    }
  }
}
