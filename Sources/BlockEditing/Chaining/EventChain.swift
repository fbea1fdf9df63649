import BlockEvents
import BlockLibrary
import BlockModel

/// Makes the changes that follow from a fired event part of its group, so that one undo reverts both. The only place below
/// the workbench where events are grouped and fired.
public enum EventChain {
  /// Makes changes in the group of an event, and fires what came of them. To be called by a listener that is being told of
  /// the event. Does nothing for an event that is replayed: what followed from it then has events of its own.
  public static func extend(_ event: BlocklyEvent, of manager: EventManager, _ changes: () -> Void) {
    if event.isReplayed { return }
    extendReplayed(event, of: manager, changes)
  }

  /// The same for an event that another client recorded without what follows from it here.
  static func extendReplayed(_ event: BlocklyEvent, of manager: EventManager, _ changes: () -> Void) {
    manager.pushGroup(groupID: event.groupID)
    changes()
    manager.popGroup()
    manager.firePendingEvents()
  }
}

extension PlacedBlocks {
  /// The blocks that a fired event has brought to another place; none when it is no arrival.
  init(arrivedBy event: BlocklyEvent, in coordinator: WorkspaceLayoutCoordinator) {
    let isArrival = (event is MoveEvent || event is CreateEvent) && event.recordsUndo
    let isHere = event.workspaceID == coordinator.workspace.id
    let block = isArrival && isHere ? event.blockID.flatMap { coordinator.workspace.blocks[$0] } : nil
    self.init(block.map { [$0] } ?? [])
  }
}
