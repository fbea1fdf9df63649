import BlockLayout
import BlockModel
import MortiseScreen

extension Intent {
  /// Puts the stacks below each other, in the order in which they are read.
  public static let arrange = Intent("arrange") { $0.arrange() }
}

/// Arranges the stacks of a program, as Blockly's “Clean up Blocks” does: those that may move stand at the left, each
/// below the one before it. Comments and locked blocks stay, and are not covered.
extension IntentResolver {
  func arrange() -> Resolution {
    guard let layout = state.layout else { return .refused(reason: "nothing is shown") }
    var stacks: [(block: Block, rect: Rect)] = []
    var obstacles: [Rect] = []
    for piece in layout.pieces.all {
      if case .stack(let stack) = piece, let block = stack.first?.block, block.isMovable {
        stacks.append((block, piece.rect))
      } else {
        obstacles.append(piece.rect)
      }
    }
    guard !stacks.isEmpty else { return .refused(reason: "there are no blocks to arrange") }
    var cell = LayoutStyle.cell(of: Self.corner)
    var changes: [ProgramChange] = []
    for (block, rect) in stacks {
      var placed = Rect(origin: cell, size: rect.size)
      while let obstacle = obstacles.first(where: { $0.inset(columns: -1, rows: -1).intersects(placed) }) {
        placed.origin.y = obstacle.maxY + 1
      }
      cell.y = placed.maxY + 1
      let position = LayoutStyle.position(of: placed.origin)
      if position != block.position { changes.append(.move(blockID: block.id, to: position)) }
    }
    guard !changes.isEmpty else { return .alreadyDone(statusMessage: "the stacks are arranged already") }
    return .changes(
      Plan(changes, focus: .item(state.cursor), statusMessage: "arranged \(Self.counted(stacks.count, "stack"))"))
  }

  /// Where the first stack goes: where a program begins.
  private static let corner = WorkspacePoint(x: 16, y: 32)
}
