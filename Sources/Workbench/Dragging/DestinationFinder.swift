import BlockLibrary
import BlockModel

/// Finds the destinations for a block, in reading order.
struct DestinationFinder {
  let workspace: Workspace
  let tops: [Block]

  private enum Item {
    case block(Block)
    case connection(Connection)
  }

  /// Finds all connections and stacks that a top-level block could be connected to.
  /// - Parameter origin: where the block was when it was picked up; always among the destinations.
  func destinations(for block: Block, origin: MoveDestination) -> MoveDestinations {
    var found: [MoveDestination] = []
    var stackStarts: [Int] = []
    for top in tops {
      stackStarts.append(found.count)
      if top === block {
        if case .free = origin { found.append(origin) }
        continue
      }
      if let previous = top.previousConnection, let end = block.lastInStack.nextConnection,
        block.previousConnection != nil,
        end.isTypeCompatible(previous)
      {
        found.append(.above(blockID: top.id))
      }
      append(within: top, for: block, to: &found)
    }
    return MoveDestinations(inReadingOrder: found, stackStarts: stackStarts, origin: origin)
  }

  private func append(within top: Block, for block: Block, to found: inout [MoveDestination]) {
    var pending = [Item.block(top)]
    while let item = pending.popLast() {
      switch item {
      case .connection(let connection):
        if canConnect(connection, block) {
          found.append(
            .connection(blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name))
        }
      case .block(let current):
        // The contents of a collapsed block can't be seen.
        if let next = current.nextConnection {
          if let below = next.targetBlock { pending.append(.block(below)) }
          pending.append(.connection(next))
        }
        if current.isCollapsed || current.isShadow { continue }
        for input in current.inputs.reversed() {
          guard let connection = input.connection else { continue }
          if let child = connection.targetBlock { pending.append(.block(child)) }
          pending.append(.connection(connection))
        }
      }
    }
  }

  private func canConnect(_ connection: Connection, _ block: Block) -> Bool {
    guard let inferior = connection.kind == .inputValue ? block.outputConnection : block.previousConnection else {
      return false
    }
    return connection.canConnect(inferior) && !connection.sourceBlock.isShadow
  }
}
