import BlockEditing
import BlockEvents
import BlockModel

/// The difference between two programs: events that turn the old one into the new one.
public struct ProgramDifference {
  /// The events, in one group.
  public let events: [BlocklyEvent]

  /// Turns the old program of a match into the new one.
  /// - Parameter match: the old program is changed, and the match no longer holds for it.
  /// - Throws: `EventError` if a change can't be made.
  public init(changing match: ProgramMatch) throws(EventError) {
    let manager = EventManager()
    let coordinator = WorkspaceLayoutCoordinator(workspace: match.oldWorkspace, eventManager: manager)
    manager.pushNewGroup()
    manager.isReplaying = true
    var script = EditScript(match, coordinator: coordinator)
    try script.run()
    manager.popGroup()
    events = manager.takePendingEvents().filter(\.recordsUndo)
  }
}
