import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen

extension Intent {
  /// Swaps the statement at the cursor with the one above it.
  public static let swapUp = Intent("swapUp") { $0.swap(.up) }
  /// Swaps the statement at the cursor with the one below it.
  public static let swapDown = Intent("swapDown") { $0.swap(.down) }
  /// Deletes a block and keeps the statements in it, in its place.
  public static let unwrap = Intent("unwrap", isSurprising: true) { $0.unwrap() }
}

/// Changes the order and nesting of statements.
extension IntentResolver {
  enum SwapDirection { case up, down }

  func swap(_ direction: SwapDirection) -> Resolution {
    guard let block = state.statementAtCursor, !block.isShadow else {
      return .refused(reason: "there is no statement to swap here")
    }
    let upper = direction == .up ? blockAbove(block) : block
    let lower = direction == .up ? block : block.nextInStack
    guard let upper, let lower else {
      let side = direction == .up ? "above" : "below"
      return .refused(reason: "there is no statement \(side) \(named: block) in its stack")
    }
    for block in [upper, lower] where !block.isMovable {
      return .refused(reason: "\(named: block) is locked against moving")
    }
    guard let end = lower.nextConnection, canSwap(upper, lower) else {
      return .refused(reason: "\(named: lower) can't be above \(named: upper)")
    }
    var changes: [ProgramChange] = [
      .disconnect(blockID: lower.id, heal: true, to: upper.root.position, fileLocation: .behind(blockID: upper.id))
    ]
    if let superior = upper.previousConnection?.target {
      changes.append(.connect(blockID: lower.id, to: ConnectionTarget(superior)))
    } else {
      changes += [
        .connect(blockID: upper.id, to: ConnectionTarget(end)), .move(blockID: lower.id, to: upper.position),
      ]
    }
    let other = direction == .up ? upper : lower
    return .changes(
      Plan(
        changes, focus: .item(state.cursor),
        statusMessage:
          "moved \(named: block) \(direction == .up ? "above" : "below") \(state.targetDescription(other))"
          + state.scopeDescription(of: other)))
  }

  /// Whether two neighbours may be in the other order: above, below and between each other.
  private func canSwap(_ upper: Block, _ lower: Block) -> Bool {
    guard let first = upper.previousConnection, let last = upper.nextConnection, let previous = lower.previousConnection
    else { return false }
    let follower = lower.nextInStack?.previousConnection
    return lower.nextConnection?.canConnect(first) ?? false
      && first.target?.canConnect(previous) ?? true && follower.map(last.canConnect) ?? true
  }

  func blockAbove(_ block: Block) -> Block? {
    guard let superior = block.previousConnection?.target, superior.sourceInput == nil else { return nil }
    return superior.sourceBlock
  }

  func unwrap() -> Resolution {
    guard let block = state.statementAtCursor, !block.isShadow else {
      return .refused(reason: "there is no statement to unwrap here")
    }
    let name = "\(named: block)"
    guard block.isDeletable else { return .refused(reason: "this block is locked against deleting") }
    guard let previous = block.previousConnection else { return .refused(reason: "\(name) can't be unwrapped") }
    let bodies = block.inputs.filter { $0.kind == .statement }.compactMap(\.connectedBlock).filter { !$0.isShadow }
    guard !bodies.isEmpty else { return .refused(reason: "\(name) has no statements in it") }
    for body in bodies.dropLast() + (block.nextInStack == nil ? [] : bodies.suffix(1)) {
      let last = body.lastInStack
      if last.nextConnection == nil {
        return .refused(reason: "nothing can be below \(named: last) in \(name)")
      }
    }
    var changes: [ProgramChange] = []
    if let superior = previous.target {
      changes.append(.connect(blockID: bodies[0].id, to: ConnectionTarget(superior)))
    } else {
      changes += [
        .disconnect(blockID: bodies[0].id, heal: false, to: block.position, fileLocation: .behind(blockID: block.id)),
        .connect(blockID: block.id, to: ConnectionTarget(blockID: bodies[0].lastInStack.id, inputName: nil)),
        .move(blockID: bodies[0].id, to: block.position),
      ]
    }
    for (above, body) in zip(bodies, bodies.dropFirst()) {
      changes.append(
        .connect(blockID: body.id, to: ConnectionTarget(blockID: above.lastInStack.id, inputName: nil)))
    }
    changes.append(.delete(blockID: block.id, heal: true))
    return .changes(
      Plan(changes, focus: .item(.block(id: bodies[0].id)), statusMessage: "unwrapped \(name); its statements stay"))
  }
}

extension Intent {
  /// Puts the stacks below each other, in the order in which they are read.
  public static let arrange = Intent("arrange", isSurprising: true) { $0.arrange() }
}

/// Arranges the stacks of a program, as Blockly's “Clean up Blocks” does: movable stacks are placed at the left, each
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

  /// The position of the first stack: the beginning of a program.
  private static let corner = WorkspacePoint(x: 16, y: 32)
}
