import BlockEditing
import BlockEvents

extension WorkspaceLayoutCoordinator {
  /// Makes changes that are to be looked at and taken back.
  /// - Returns: the events, for `rollBack`.
  func preview(_ changes: [ProgramChange]) -> [BlocklyEvent] {
    preview { for change in changes { _ = try? change.make(with: self) } }
  }

  /// Makes changes that are to be looked at and taken back: their events reach nobody.
  /// - Returns: the events, for `rollBack`.
  func preview(_ changes: () -> Void) -> [BlocklyEvent] {
    let collector = EventCollector()
    let scratch = EventManager()
    scratch.addListener(collector)
    using(scratch, changes)
    scratch.firePendingEvents()
    return collector.events
  }

  /// Takes back what was previewed.
  func rollBack(_ events: [BlocklyEvent]) {
    _ = preview {
      changeMuch {
        for event in events.reversed() where event.recordsUndo { try? replay(event, forward: false) }
      }
    }
  }
}

private final class EventCollector: EventManagerListener {
  var events: [BlocklyEvent] = []

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { events.append(event) }
}
