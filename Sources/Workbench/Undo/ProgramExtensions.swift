import BlockEditing
import BlockEvents

/// What an app adds to the editing of programs. It must be the same wherever the same events are run: in the editor, in the
/// recovery of its journals, and in a replay.
public struct ProgramExtensions {
  /// Reads the events of undo stacks, journals and recordings. An app registers its own events here.
  public var eventFactory = BlocklyEventFactory.withMortiseEvents()
  /// Knows the layouts of mutators.
  public var layoutFactory = LayoutFactory.stock()
  /// Makes the listeners that are told of every event of a program, such as those that chain changes. They are kept as long
  /// as the program is open. Events of undo, redo, recovery and replay are marked, see `BlocklyEvent.isReplayed`.
  public var listeners: [(WorkspaceLayoutCoordinator) -> any EventManagerListener] = []

  public init() {}

  /// Makes the listeners of a program, and adds them to its event manager.
  /// - Returns: the listeners, which the manager does not keep alive.
  package func addListeners(to coordinator: WorkspaceLayoutCoordinator) -> [any EventManagerListener] {
    listeners.map { make in
      let listener = make(coordinator)
      coordinator.eventManager.addListener(listener)
      return listener
    }
  }
}
