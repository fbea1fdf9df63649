import BlockLibrary
import BlockModel

/// Where a block that is being moved could go.
public enum MoveDestination: Hashable, Sendable {
  /// Into an input, or below a block when `inputName` is nil.
  case connection(blockID: String, inputName: String?)
  /// On top of a top-level stack.
  case above(blockID: String)
  /// By itself.
  case free(WorkspacePoint)
}

/// Finds the places for a block, in reading order.
struct DestinationFinder {
  let workspace: Workspace
  let tops: [Block]

  private enum Step {
    case block(Block)
    case connection(Connection)
  }

  /// Every place that a top-level block could be connected at.
  func destinations(for block: Block) -> [MoveDestination] {
    var found: [MoveDestination] = []
    for top in tops where top !== block {
      if let previous = top.previousConnection, let end = block.lastInStack.nextConnection,
        block.previousConnection != nil,
        end.isTypeCompatible(previous)
      {
        found.append(.above(blockID: top.id))
      }
      append(within: top, for: block, to: &found)
    }
    return found
  }

  private func append(within top: Block, for block: Block, to found: inout [MoveDestination]) {
    var waiting = [Step.block(top)]
    while let step = waiting.popLast() {
      switch step {
      case .connection(let connection):
        if canConnect(connection, block) {
          found.append(
            .connection(blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name))
        }
      case .block(let current):
        // Inside a collapsed block nothing can be seen.
        if let next = current.nextConnection {
          if let below = next.targetBlock { waiting.append(.block(below)) }
          waiting.append(.connection(next))
        }
        if current.isCollapsed || current.isShadow { continue }
        for input in current.inputs.reversed() {
          guard let connection = input.connection else { continue }
          if let child = connection.targetBlock { waiting.append(.block(child)) }
          waiting.append(.connection(connection))
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
