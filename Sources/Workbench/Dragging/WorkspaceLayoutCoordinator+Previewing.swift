import BlockEditing
import BlockEvents

extension WorkspaceLayoutCoordinator {
  /// Applies changes that can be rolled back.
  /// - Returns: the events, for `rollBack`.
  func preview(_ changes: [ProgramChange]) -> [BlocklyEvent] {
    preview { for change in changes { _ = try? change.apply(with: self) } }
  }

  /// Applies changes that can be rolled back. No listener gets their events.
  /// - Returns: the events, for `rollBack`.
  func preview(_ changes: () -> Void) -> [BlocklyEvent] {
    let collector = EventCollector()
    let scratch = EventManager()
    scratch.addListener(collector)
    using(scratch, changes)
    scratch.firePendingEvents()
    return collector.events
  }

  /// Reverts previewed changes.
  func rollBack(_ events: [BlocklyEvent]) {
    _ = preview {
      performBatch {
        for event in events.reversed() where event.recordsUndo { try? replay(event, forward: false) }
      }
    }
  }
}

private final class EventCollector: EventManagerListener {
  var events: [BlocklyEvent] = []

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { events.append(event) }
}
