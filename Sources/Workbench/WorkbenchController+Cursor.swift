import BlockLayout
import BlockModel
import Screen

extension WorkbenchController {
  /// Ways in which the cursor goes.
  public enum CursorStep {
    case left, right, up, down, first, last
    case rows(Int)
    case nextStack, previousStack
    case outward
  }

  /// Moves the cursor.
  /// - Returns: false when there is nothing in that direction.
  @discardableResult
  public func moveCursor(_ step: CursorStep) -> Bool {
    guard let order else { return false }
    guard let cursor else {
      self.cursor = order.first
      return self.cursor != nil
    }
    let target: FocusItem? =
      switch step {
      case .left: order.previous(before: cursor)
      case .right: order.next(after: cursor)
      case .up: order.previousRow(before: cursor)
      case .down: order.nextRow(after: cursor)
      case .first: order.first
      case .last: order.last
      case .rows(let rows): order.item(rows: rows, from: cursor)
      case .nextStack: stack(1, from: cursor)
      case .previousStack: stack(-1, from: cursor)
      case .outward: holder(of: cursor)
      }
    guard let target, target != cursor else { return false }
    self.cursor = target
    return true
  }

  /// Puts the cursor on something.
  public func focus(_ item: FocusItem) { cursor = order?.shown(item) ?? cursor }

  /// The item at a cell of the canvas.
  public func item(at point: Point) -> FocusItem? { order?.item(at: point) }

  private func stack(_ distance: Int, from item: FocusItem) -> FocusItem? {
    guard let layout, let order, let index = order.pieceIndex(of: item) else { return nil }
    let pieces = layout.pieces
    return pieces.indices.contains(index + distance) ? order.firstItem(of: pieces[index + distance]) : nil
  }

  private func holder(of item: FocusItem) -> FocusItem? {
    guard let block = item.blockID.flatMap({ workspace.blocks[$0] }) else { return nil }
    if item != .block(id: block.id), block.onlyField == nil { return .block(id: block.id) }
    let row = layout?.layout(showing: block)
    guard let holder = block.outputConnection?.target?.sourceBlock ?? row?.inputHoldingStack?.sourceBlock
    else { return nil }
    return .block(id: holder.id)
  }

  /// The block that the cursor is on or in.
  public var cursorBlock: Block? { cursor?.blockID.flatMap { workspace.blocks[$0] } }

  /// The workspace comment that the cursor is on.
  public var cursorComment: WorkspaceComment? {
    if case .comment(let id) = cursor { workspace.comment(withID: id) } else { nil }
  }

  /// The nearest block that can be moved or deleted: a shadow belongs to its holder.
  var realBlock: Block? {
    var block = cursorBlock
    while let current = block, current.isShadow { block = current.parent }
    return block
  }
}
