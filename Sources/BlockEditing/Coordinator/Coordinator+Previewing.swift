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

  /// Makes changes, and adds their events when all are made. If `changes` throws, they are rolled back.
  /// - Throws: the error of `changes`.
  package func makeAllOrNone<Failure: Error>(_ changes: () throws(Failure) -> Void) throws(Failure) {
    let scratch = EventManager()
    var failure: Failure?
    using(scratch) {
      do throws(Failure) { try changes() } catch { failure = error }
    }
    let events = scratch.takePendingEvents()
    if let failure {
      rollBack(events)
      throw failure
    }
    for event in events { eventManager.addPendingEvent(event) }
  }
}
