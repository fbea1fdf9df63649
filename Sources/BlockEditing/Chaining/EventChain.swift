import BlockEvents
import BlockLibrary
import BlockModel

/// Makes the changes that follow from a fired event part of its group, so that one undo reverts both (the seed's
/// “Chaining Events”). The only place below the workbench where events are grouped and fired.
enum EventChain {
  /// Makes changes in the group of an event, and fires what came of them.
  static func extend(_ event: BlocklyEvent, of manager: EventManager, _ changes: () -> Void) {
    if let groupID = event.groupID {
      manager.pushGroup(groupID: groupID)
    } else {
      manager.pushNewGroup()
      event.groupID = manager.currentGroupID
    }
    changes()
    manager.popGroup()
    manager.firePendingEvents()
  }
}

extension PlacedBlocks {
  /// The blocks that a fired event has brought to another place. None when it is no arrival, or one that is run again:
  /// what came of it then has events of its own.
  init(arrivedBy event: BlocklyEvent, in coordinator: WorkspaceLayoutCoordinator) {
    let isArrival = (event is MoveEvent || event is CreateEvent) && event.recordsUndo && !coordinator.isReplaying
    let isHere = event.workspaceID == coordinator.workspace.id
    let block = isArrival && isHere ? event.blockID.flatMap { coordinator.workspace.blocks[$0] } : nil
    self.init(block.map { [$0] } ?? [])
  }
}
