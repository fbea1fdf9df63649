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
    events = try Self.events(changing: match.oldWorkspace) { (coordinator) throws(EventError) in
      var script = EditScript(match, coordinator: coordinator)
      try script.run()
    }
  }

  /// Changes a program without notifying any listener.
  /// - Returns: the events, in one group.
  static func events(
    changing workspace: Workspace, by change: (WorkspaceLayoutCoordinator) throws(EventError) -> Void
  ) throws(EventError) -> [BlocklyEvent] {
    let manager = EventManager()
    // Disable chaining: the events are complete.
    manager.isReplaying = true
    try change(WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager))
    let events = manager.takePendingEvents().filter(\.recordsUndo)
    let group = workspace.freshID()
    for event in events { event.groupID = group }
    return events
  }
}
