import BlockModel
import MortiseScreen

/// Finds the positions of blocks, and the blocks at positions.
extension WorkspaceLayout {
  /// The layout whose rows show a block: its own layout, or that of the block that the value is connected to.
  public func layout(showing block: Block) -> DefaultBlockLayout? {
    block.lineHead.layout as? DefaultBlockLayout
  }

  /// The outermost collapsed block that hides a block; nil when the block is visible.
  func blockHiding(_ block: Block) -> Block? {
    var hiding: Block?
    var current = block
    while true {
      while let parent = current.outputConnection?.targetBlock {
        if parent.isCollapsed { hiding = parent }
        current = parent
      }
      // Jump from a statement directly to the block that holds its stack, because the stack may be long.
      guard let head = (current.layout as? DefaultBlockLayout)?.group.first?.block,
        let parent = head.superiorConnection?.sourceBlock
      else { return hiding }
      if parent.isCollapsed { hiding = parent }
      current = parent
    }
  }

  /// The area of the top-level stack that contains a block.
  public func stackRect(of block: Block) -> Rect? {
    guard var group = layout(showing: block)?.group else { return nil }
    updatePlacement()
    while let owner = group.owner { group = owner.group }
    return group.rect
  }

  /// The first cell at or below another one where statements of a stack would cover nothing.
  public func freeCell(from cell: Point, for blocks: [Block]) -> Point {
    let layouts = blocks.compactMap { $0.layout as? DefaultBlockLayout }
    let size = Size(
      width: layouts.map(\.width).max() ?? 1, height: max(1, layouts.reduce(0) { $0 + $1.rowCount }))
    var rect = Rect(origin: cell, size: size)
    for piece in pieces.all.map(\.rect).sorted(by: { $0.minY < $1.minY }) {
      let (columns, rows) = (StackPlacement.margin.columns, StackPlacement.margin.rows)
      if rect.intersects(piece.inset(columns: -columns, rows: -rows)) { rect.origin.y = piece.maxY + rows }
    }
    return rect.origin
  }

  /// A block's index in its stack, from 0, and the number of blocks in the stack.
  public func indexInStack(of layout: DefaultBlockLayout) -> (index: Int, count: Int)? {
    (layout.group.index(of: layout), layout.group.memberCount)
  }

  /// The block's first cell.
  public func origin(of layout: DefaultBlockLayout) -> Point {
    // During a bulk change, placed stacks are at their old origin and new ones at their own position.
    if !isDeferring { updatePlacement() }
    var point = Point.zero
    var member = layout
    while true {
      let group = member.group
      point.y += group.firstRow(of: member)
      guard let owner = group.owner else { return point + group.origin }
      point.y += owner.firstRow(of: group)
      point.x += style.statementIndent
      member = owner
    }
  }

  /// The innermost block layout at a cell, and its first cell.
  public func layout(at point: Point) -> (layout: DefaultBlockLayout, origin: Point)? {
    for stack in stacks(in: Rect(x: point.x, y: point.y, width: 1, height: 1)) {
      var group = stack
      var origin = stack.origin
      while let (member, firstRow) = group.member(atRow: point.y - origin.y) {
        origin.y += firstRow
        let row = point.y - origin.y
        let body = member.bodies.last { $0.firstRow <= row && row < $0.firstRow + $0.group.rowCount }
        guard let body, !body.group.isEmpty, point.x >= origin.x + style.statementIndent else {
          return (member, origin)
        }
        origin.y += body.firstRow
        origin.x += style.statementIndent
        group = body.group
      }
    }
    return nil
  }

  /// The stacks in reading order.
  public var stacks: [BlockGroupLayout] {
    pieces.all.compactMap { if case .stack(let stack) = $0 { stack } else { nil } }
  }

  /// The stacks in an area of the canvas.
  package func stacks(in rect: Rect) -> [BlockGroupLayout] {
    updatePlacement()
    return placement.stacks(in: rect)
  }

  /// The comments in an area of the canvas.
  public func comments(in rect: Rect) -> [CommentLayout] {
    updatePlacement()
    return comments.comments(in: rect)
  }

  /// The layout of a comment, with its position up to date; nil when there is no such comment.
  public func layout(ofCommentID id: String) -> CommentLayout? {
    updatePlacement()
    return comments[id]
  }

  /// The free cell nearest to a given cell for a new comment.
  public func freeCell(forComment size: Size, near cell: Point) -> Point {
    updatePlacement()
    return comments.freeCell(near: cell, size: size, around: placement, canvasWidth: style.canvasWidth)
  }

  /// The first free cell for a comment that is moved by some columns and rows; the search continues in that direction.
  public func freeCell(forCommentID id: String, columns: Int, rows: Int) -> Point? {
    updatePlacement()
    return comments[id].map { comments.freeCell(for: $0, columns: columns, rows: rows, around: placement) }
  }

  /// The area occupied by blocks and comments.
  public var bounds: Rect {
    let order = pieces
    if let knownBounds { return knownBounds }
    let bounds = order.bounds ?? Rect(x: 0, y: 0, width: 1, height: 1)
    knownBounds = bounds
    return bounds
  }
}
