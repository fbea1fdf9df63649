import BlockModel
import Screen

/// Where blocks are shown, and what is shown where.
extension WorkspaceLayout {
  /// The layout in whose rows a block is shown: its own, or that of the block it is plugged into.
  public func layout(showing block: Block) -> DefaultBlockLayout? {
    var block = block
    while let holder = block.outputConnection?.target?.sourceBlock { block = holder }
    return block.layout as? DefaultBlockLayout
  }

  /// The outermost collapsed block that hides a block; nil when it can be seen.
  func blockHiding(_ block: Block) -> Block? {
    var hiding: Block?
    var current = block
    while true {
      while let holder = current.outputConnection?.target?.sourceBlock {
        if holder.isCollapsed { hiding = holder }
        current = holder
      }
      // From a statement straight to the block that holds its stack, however long that is.
      guard let head = (current.layout as? DefaultBlockLayout)?.group.first?.block,
        let holder = head.superiorConnection?.sourceBlock
      else { return hiding }
      if holder.isCollapsed { hiding = holder }
      current = holder
    }
  }

  /// The cells of the whole top-level stack that a block is in.
  public func stackRect(of block: Block) -> Rect? {
    guard var group = layout(showing: block)?.group else { return nil }
    settle()
    while let owner = group.owner { group = owner.group }
    return group.rect
  }

  /// A block's place in its stack, from 0, and how many blocks the stack has.
  public func place(of layout: DefaultBlockLayout) -> (index: Int, count: Int)? {
    (layout.group.index(of: layout), layout.group.memberCount)
  }

  /// The cell of a block's first row and column.
  public func origin(of layout: DefaultBlockLayout) -> Point {
    settle()
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

  /// The block layout that shows a cell's row, the innermost one, and its first cell.
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
}
