import BlockEditing
import BlockEvents
import BlockModel

/// The place that a block moves to.
enum BlockDestination {
  case connection(Connection)
  /// On top of a stack.
  case above(Block)
  /// At the top level, where it is shown.
  case stack

  /// Moves a block there, without those below it. The content of an input that takes one value is deleted.
  /// - Throws: `EventError` if the block doesn't fit there.
  func receive(_ block: Block, _ coordinator: WorkspaceLayoutCoordinator) throws(EventError) {
    if block.parent != nil || block.nextInStack != nil { coordinator.disconnect(block, heal: true) }
    switch self {
    case .stack: break
    case .above(let stack): coordinator.put(block, above: stack.root)
    case .connection(let connection):
      if block.contains(connection.sourceBlock) { throw EventError("the block would contain itself") }
      if connection.kind == .inputValue, let present = connection.targetBlock, !present.isShadow {
        coordinator.delete(present, heal: false)
      }
      coordinator.connect(block, to: connection)
      if block.superiorConnection !== connection { throw EventError("the block doesn't fit there") }
    }
  }
}
