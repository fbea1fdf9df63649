import BlockLayout
import BlockModel

/// Ways to move the cursor.
public enum CursorMotion: Equatable {
  /// To the item before or after the one at the cursor in reading order.
  case left, right
  /// To the nearest item of the row above or below.
  case up, down
  /// To the first or last item of the program.
  case first, last
  /// By this many rows down, or up if negative.
  case rows(Int)
  /// To a row of the program, from 1.
  case row(Int)
  /// To another stack or comment.
  case nextStack, previousStack
  /// Past the fields and empty inputs of a block.
  case nextBlock, previousBlock
  /// To statements and comments alone, past values.
  case nextStatement, previousStatement, lastStatement
  /// Past everything in the block: to the next statement of its stack, or the next value in the same block.
  case nextSibling, previousSibling
  /// To the block around the one at the cursor.
  case outward
}

extension CursorMotion {
  /// Whether it may go far, so that users may want to return.
  fileprivate var isJump: Bool {
    switch self {
    case .first, .last, .lastStatement, .row: true
    default: false
    }
  }
}

extension Intent {
  /// Moves the cursor. At the end of the program it wraps around, or is refused; see `WorkbenchController.wraps`.
  public static func moveCursor(_ motion: CursorMotion) -> Intent {
    Intent("moveCursor", isMotion: true, isJump: motion.isJump) { $0.moveCursor(motion) }
  }
  /// Moves the cursor to an item, or to the block that hides it.
  public static func focus(_ item: FocusItem) -> Intent { Intent("focus") { $0.focus(item) } }
  /// Goes to a bookmarked block.
  public static func jump(blockID id: String) -> Intent { Intent("jump", isJump: true) { $0.jump(toBlockID: id) } }
  /// Goes to a location given as `FILE#block=ID/field=NAME`.
  public static func goTo(blockID id: String, fieldName name: String?) -> Intent {
    Intent("goTo", isJump: true) { $0.goTo(blockID: id, fieldName: name) }
  }
}

/// Cursor motions.
extension IntentResolver {
  func moveCursor(_ motion: CursorMotion) -> Resolution {
    guard let order = state.order else { return .refused(reason: "nothing is shown") }
    guard let cursor = state.cursor else {
      return order.first.map { .cursor($0, statusMessage: nil) } ?? .refused(reason: "the program is empty")
    }
    let target: FocusItem? =
      switch motion {
      case .left: order.previous(before: cursor)
      case .right: order.next(after: cursor)
      case .up: order.previousRow(before: cursor)
      case .down: order.nextRow(after: cursor)
      case .first: order.first
      case .last: order.last
      case .rows(let rows): order.item(rows: rows, from: cursor)
      case .row(let row): item(atRow: row, order)
      case .nextBlock: block(from: cursor, order.next)
      case .previousBlock: block(from: cursor, order.previous)
      case .nextStatement: block(from: cursor, order.next, where: isStatement)
      case .previousStatement: block(from: cursor, order.previous, where: isStatement)
      case .lastStatement:
        order.last.flatMap { isStatement($0) ? $0 : block(from: $0, order.previous, where: isStatement) }
      case .nextSibling: sibling { $0.nextInStack }
      case .previousSibling: sibling(before: true, blockAbove)
      case .nextStack: stack(1, from: cursor)
      case .previousStack: stack(-1, from: cursor)
      case .outward: holder(of: cursor)
      }
    if let target, target != cursor { return .cursor(target, statusMessage: nil) }
    guard state.wraps, let other = otherEnd(of: motion, order), other != cursor else {
      return .refused(reason: limitDescription(of: motion))
    }
    return .cursor(other, statusMessage: "from the other end")
  }

  /// The item at which a motion continues beyond the end of the program; nil if it stops there.
  private func otherEnd(of motion: CursorMotion, _ order: ReadingOrder) -> FocusItem? {
    switch motion {
    case .left, .up, .previousStack: order.last
    case .right, .down, .nextStack: order.first
    case .rows, .row, .first, .last, .outward, .nextBlock, .previousBlock, .nextSibling, .previousSibling,
      .nextStatement, .previousStatement, .lastStatement:
      nil
    }
  }

  /// The message when the cursor can't move any further.
  private func limitDescription(of motion: CursorMotion) -> String {
    let isValue = state.cursorBlock?.outputConnection != nil
    return switch motion {
    case .left: "already at the beginning of the program"
    case .right: "already at the end of the program"
    case .up: "already at the first row"
    case .down: "already at the last row"
    case .first: "already at the first item"
    case .last: "already at the last item"
    case .rows(let rows): rows < 0 ? "already at the first row" : "already at the last row"
    case .row(let row): "already at row \(row)"
    case .nextBlock: "already at the last block"
    case .previousBlock: "already at the first block"
    case .nextStatement, .lastStatement: "already at the last statement"
    case .previousStatement: "already at the first statement"
    case .nextSibling: isValue ? "no further value in the same block" : "nothing follows in the same stack"
    case .previousSibling: isValue ? "no value before it in the same block" : "nothing precedes in the same stack"
    case .nextStack: "already at the last stack"
    case .previousStack: "already at the first stack"
    case .outward: "not inside another block"
    }
  }

  /// The first item of a row of the program, or of its last one.
  private func item(atRow row: Int, _ order: ReadingOrder) -> FocusItem? {
    guard let first = order.first, let rect = order.rect(of: first), let bounds = state.layout?.bounds else {
      return nil
    }
    return order.item(rows: bounds.minY + row - 1 - rect.minY, from: first)
  }

  /// Whether an item is a statement, another block that is in none, or a comment.
  private func isStatement(_ item: FocusItem) -> Bool {
    switch item {
    case .block(let id): workspace.blocks[id]?.outputConnection?.targetBlock == nil
    case .comment: true
    case .field, .mutator, .emptyInput: false
    }
  }

  /// The nearest block or comment in a direction.
  /// - Parameter isWanted: whether a block or comment counts.
  private func block(
    from item: FocusItem, _ step: (FocusItem) -> FocusItem?, where isWanted: (FocusItem) -> Bool = { _ in true }
  ) -> FocusItem? {
    var item = item
    while let following = step(item) {
      item = following
      switch item {
      case .block, .comment: if isWanted(item) { return item }
      case .field, .mutator, .emptyInput: continue
      }
    }
    return nil
  }

  /// A neighbour of the block at the cursor.
  /// - Parameters:
  ///   - isBefore: whether it is the one before.
  ///   - statement: returns a statement's neighbour.
  private func sibling(before isBefore: Bool = false, _ statement: (Block) -> Block?) -> FocusItem? {
    guard let block = state.cursorBlock else { return nil }
    guard let superior = block.outputConnection?.target, let input = superior.sourceInput else {
      return statement(block).map { .block(id: $0.id) }
    }
    let values = superior.sourceBlock.inputs.filter { $0.kind == .value }
    guard let index = values.firstIndex(where: { $0 === input }), values.indices.contains(index + (isBefore ? -1 : 1))
    else { return nil }
    let other = values[index + (isBefore ? -1 : 1)]
    return other.connectedBlock.map { .block(id: $0.id) }
      ?? .emptyInput(blockID: superior.sourceBlock.id, name: other.name)
  }

  private func stack(_ distance: Int, from item: FocusItem) -> FocusItem? {
    guard let layout = state.layout, let order = state.order, let index = order.pieceIndex(of: item) else {
      return nil
    }
    let pieces = layout.pieces.all
    return pieces.indices.contains(index + distance) ? order.firstItem(of: pieces[index + distance]) : nil
  }

  private func holder(of item: FocusItem) -> FocusItem? {
    guard let block = item.blockID.flatMap({ workspace.blocks[$0] }) else { return nil }
    if item != .block(id: block.id), block.onlyField == nil { return .block(id: block.id) }
    let row = state.layout?.layout(showing: block)
    guard let holder = block.outputConnection?.targetBlock ?? row?.inputHoldingStack?.sourceBlock
    else { return nil }
    return .block(id: holder.id)
  }

  func focus(_ item: FocusItem) -> Resolution {
    state.order?.visibleItem(for: item).map { .cursor($0, statusMessage: nil) }
      ?? .refused(reason: "this isn't visible")
  }

  /// Moves the cursor to a block, or to the collapsed block that hides it.
  func jump(toBlockID id: String) -> Resolution {
    block(id) { block in
      guard let item = state.order?.visibleItem(for: .block(id: id)) else {
        return .refused(reason: "this isn't visible")
      }
      // The description of the item at the cursor follows this message.
      return .cursor(
        item,
        statusMessage: [block.bookmark.map { "“\(quoted: $0)”" }, hiddenNote(block, item)].compactMap { $0 }
          .statusMessage)
    }
  }

  func goTo(blockID id: String, fieldName: String?) -> Resolution {
    guard let block = workspace.blocks[id] else {
      return .refused(reason: "there is no block “\(id)” in this program")
    }
    if let fieldName, block.firstField(withName: fieldName) == nil {
      return .refused(reason: "the block “\(id)” has no field “\(fieldName)”")
    }
    let requested = fieldName.map { FocusItem.field(blockID: id, name: $0) } ?? .block(id: id)
    guard let item = state.order?.visibleItem(for: requested) else { return .refused(reason: "this isn't visible") }
    return .cursor(item, statusMessage: hiddenNote(block, item))
  }

  /// A note that the cursor is on a collapsed block that hides the requested one; nil if it is on the requested block.
  private func hiddenNote(_ block: Block, _ item: FocusItem) -> String? {
    item.blockID == block.id ? nil : "inside this collapsed block"
  }
}

extension [String] {
  /// The parts joined into one message; nil when there are none.
  fileprivate var statusMessage: String? { isEmpty ? nil : joined(separator: " · ") }
}
