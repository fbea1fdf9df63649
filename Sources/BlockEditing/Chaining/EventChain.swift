import BlockEvents
import BlockLibrary
import BlockModel

/// Adds changes to the group of a fired event, so that one undo reverts both. Below the workbench, only this type
/// groups and fires events.
public enum EventChain {
  /// Makes changes in the group of an event, and fires their events. Call it from a listener while the event is
  /// delivered. Does nothing for a replayed event, because the chained changes were recorded as events of their own.
  public static func extend(_ event: BlocklyEvent, of manager: EventManager, _ changes: () -> Void) {
    if event.isReplayed { return }
    extendReplayed(event, of: manager, changes)
  }

  /// Like `extend`, but also for a replayed event of another client, which doesn't record these changes.
  static func extendReplayed(_ event: BlocklyEvent, of manager: EventManager, _ changes: () -> Void) {
    manager.pushGroup(groupID: event.groupID)
    changes()
    manager.popGroup()
    manager.firePendingEvents()
  }
}

extension PlacedBlocks {
  /// Collects the blocks that an event moved to a new place; none if it isn't a create or move event that can be
  /// undone.
  init(movedBy event: BlocklyEvent, in coordinator: WorkspaceLayoutCoordinator) {
    let isArrival = (event is MoveEvent || event is CreateEvent) && event.recordsUndo
    let isHere = event.workspaceID == coordinator.workspace.id
    let block = isArrival && isHere ? event.blockID.flatMap { coordinator.workspace.blocks[$0] } : nil
    self.init(block.map { [$0] } ?? [])
  }
}
