import BlockModel
import MortiseScreen

/// Iterates over the cursor items in reading order. Reads only nearby blocks.
public struct ReadingOrder {
  private let workspaceLayout: WorkspaceLayout

  /// The order of a layout at any time: each step reads the current layout.
  public init(_ workspaceLayout: WorkspaceLayout) { self.workspaceLayout = workspaceLayout }

  /// A position in the order.
  private enum Position {
    case entry(EntryPosition)
    case comment(CommentLayout)
  }

  /// A position among the entries of a block.
  private struct EntryPosition {
    var layout: DefaultBlockLayout
    var entries: [LayoutEntry]
    var index: Int
  }

  // MARK: - Positions of items

  /// An item's area on the canvas; nil when it isn't shown.
  public func rect(of item: FocusItem) -> Rect? {
    switch position(of: item) {
    case .entry(let entry): entry.entries[entry.index].rect.offset(by: workspaceLayout.origin(of: entry.layout))
    case .comment(let layout): layout.rect
    case nil: nil
    }
  }

  private func position(of item: FocusItem) -> Position? {
    if case .comment(let id) = item { return workspaceLayout.layout(ofCommentID: id).map(Position.comment) }
    guard let block = item.blockID.flatMap({ workspaceLayout.workspace.blocks[$0] }),
      workspaceLayout.blockHiding(block) == nil, let layout = workspaceLayout.layout(showing: block)
    else { return nil }
    let entries = workspaceLayout.indexedEntries(of: layout)
    guard let index = entries.index(of: item) else { return nil }
    return .entry(EntryPosition(layout: layout, entries: entries.all, index: index))
  }

  /// The visible item for a given item: itself, its block, or the collapsed block that hides it.
  public func visibleItem(for item: FocusItem) -> FocusItem? {
    guard let id = item.blockID else { return position(of: item) == nil ? nil : item }
    guard let block = workspaceLayout.workspace.blocks[id] else { return nil }
    if let collapsed = workspaceLayout.blockHiding(block) { return .block(id: collapsed.id) }
    return position(of: item) == nil ? .block(id: block.id) : item
  }

  // MARK: - Neighbours

  /// The first item of the canvas; nil for an empty program.
  public var first: FocusItem? { workspaceLayout.pieces.all.first.flatMap(firstItem) }

  /// The last item of the canvas; nil for an empty program.
  public var last: FocusItem? { workspaceLayout.pieces.all.last.flatMap(lastPosition).map(item) }

  /// The first item of a stack, or a comment itself.
  public func firstItem(of piece: CanvasPiece) -> FocusItem? { firstPosition(in: piece).map(item) }

  /// The index of the piece that contains an item.
  public func pieceIndex(of item: FocusItem) -> Int? { position(of: item).flatMap { pieceIndex(of: piece(of: $0)) } }

  /// The item after a given one, also in the next stack; nil at the end, and for an item that isn't shown.
  public func next(after item: FocusItem) -> FocusItem? { position(of: item).flatMap(next).map(self.item) }

  /// The item before a given one, also in the stack before; nil at the start, and for an item that isn't shown.
  public func previous(before item: FocusItem) -> FocusItem? { position(of: item).flatMap(previous).map(self.item) }

  /// The first item of the next row that has one.
  public func nextRow(after item: FocusItem) -> FocusItem? {
    guard var position = position(of: item) else { return nil }
    let row = row(of: position)
    while let following = next(after: position) {
      position = following
      if self.row(of: position) != row { return self.item(position) }
    }
    return nil
  }

  /// The first item of the previous row that has one.
  public func previousRow(before item: FocusItem) -> FocusItem? {
    guard var position = position(of: item) else { return nil }
    let row = row(of: position)
    while let preceding = previous(before: position) {
      position = preceding
      let above = self.row(of: position)
      guard above != row else { continue }
      while let earlier = previous(before: position), self.row(of: earlier) == above { position = earlier }
      return self.item(position)
    }
    return nil
  }

  /// The first item `rows` below, or above if negative. Beyond the end of the canvas, its last or first item.
  public func item(rows: Int, from item: FocusItem) -> FocusItem? {
    guard let position = position(of: item) else { return nil }
    let target = row(of: position) + rows
    let pieces = workspaceLayout.pieces.all
    let piece = piece(of: position)
    if target >= piece.rect.minY, target < piece.rect.maxY { return firstItem(in: piece, atRow: target) }
    let index = pieceIndex(of: piece) ?? 0
    if rows > 0 {
      for next in pieces[(index + 1)...] where next.rect.maxY > target {
        return firstItem(in: next, atRow: max(target, next.rect.minY))
      }
      return last
    }
    for previous in pieces[..<index].reversed() where previous.rect.minY <= target {
      return firstItem(in: previous, atRow: min(target, previous.rect.maxY - 1))
    }
    return first
  }

  private func firstItem(in piece: CanvasPiece, atRow row: Int) -> FocusItem? {
    guard case .stack(let stack) = piece else { return firstItem(of: piece) }
    guard let (layout, origin) = workspaceLayout.innermostLayout(in: stack, atRow: row) else { return nil }
    let entries = workspaceLayout.entries(of: layout)
    let items = entries.filter { $0.item != nil }
    let match = items.first { origin.y + $0.rect.minY == row }
    return (match ?? items.last { origin.y + $0.rect.minY <= row } ?? items.first)?.item
  }

  /// The item at a canvas cell; if there is none, the block that the row belongs to.
  public func item(at point: Point) -> FocusItem? {
    guard let (layout, origin) = workspaceLayout.layout(at: point) else {
      let comments = workspaceLayout.comments(in: Rect(x: point.x, y: point.y, width: 1, height: 1))
      return comments.first.map { .comment(id: $0.comment.id) }
    }
    let local = point - origin
    let entries = workspaceLayout.entries(of: layout)
    if let exact = entries.last(where: { $0.item != nil && $0.rect.contains(local) }) { return exact.item }
    let before = entries.last { $0.item != nil && $0.rect.minY == local.y && $0.rect.minX <= local.x }
    return before?.item ?? .block(id: layout.block.id)
  }

  // MARK: - Pieces

  private func piece(of position: Position) -> CanvasPiece {
    switch position {
    case .comment(let layout): return .comment(layout)
    case .entry(let position):
      var group = position.layout.group
      while let owner = group.owner { group = owner.group }
      return .stack(group)
    }
  }

  private func pieceIndex(of piece: CanvasPiece) -> Int? { workspaceLayout.pieces.index(of: piece) }

  /// The piece at a distance from another one; negative distances go back.
  private func neighbour(of piece: CanvasPiece, _ distance: Int) -> CanvasPiece? {
    guard let index = pieceIndex(of: piece) else { return nil }
    let pieces = workspaceLayout.pieces.all
    return pieces.indices.contains(index + distance) ? pieces[index + distance] : nil
  }

  private func firstPosition(in piece: CanvasPiece) -> Position? {
    switch piece {
    case .stack(let stack): stack.first.map { .entry(firstPosition(in: $0)) }
    case .comment(let layout): .comment(layout)
    }
  }

  private func lastPosition(in piece: CanvasPiece) -> Position? {
    switch piece {
    case .stack(let stack): stack.last.flatMap { lastPosition(in: $0) }.map(Position.entry)
    case .comment(let layout): .comment(layout)
    }
  }

  // MARK: - Moving

  private func item(_ position: Position) -> FocusItem {
    switch position {
    case .entry(let entry): entry.entries[entry.index].item ?? .block(id: entry.layout.block.id)
    case .comment(let layout): .comment(id: layout.comment.id)
    }
  }

  private func row(of position: Position) -> Int {
    switch position {
    case .entry(let entry): workspaceLayout.origin(of: entry.layout).y + entry.entries[entry.index].rect.minY
    case .comment(let layout): layout.rect.minY
    }
  }

  private func firstPosition(in layout: DefaultBlockLayout) -> EntryPosition {
    EntryPosition(layout: layout, entries: workspaceLayout.entries(of: layout), index: 0)
  }

  /// The last item inside a block, including its last statement input.
  private func lastPosition(in layout: DefaultBlockLayout) -> EntryPosition? {
    var layout = layout
    while true {
      let entries = workspaceLayout.entries(of: layout)
      guard let last = entries.last else { return nil }
      guard case .body(let group) = last.kind, let inner = group.last else {
        return EntryPosition(layout: layout, entries: entries, index: entries.count - 1)
      }
      layout = inner
    }
  }

  private func next(after position: Position) -> Position? {
    guard case .entry(var position) = position else {
      return neighbour(of: piece(of: position), 1).flatMap(firstPosition)
    }
    while true {
      if position.index + 1 < position.entries.count {
        position.index += 1
        guard case .body(let group) = position.entries[position.index].kind else { return .entry(position) }
        if let first = group.first { return .entry(firstPosition(in: first)) }
        continue
      }
      if let below = position.layout.block.nextBlock?.layout as? DefaultBlockLayout {
        return .entry(firstPosition(in: below))
      }
      let group = position.layout.group
      guard let owner = group.owner else { return neighbour(of: .stack(group), 1).flatMap(firstPosition) }
      position = bodyPosition(group, in: owner)
    }
  }

  private func previous(before position: Position) -> Position? {
    guard case .entry(var position) = position else {
      return neighbour(of: piece(of: position), -1).flatMap(lastPosition)
    }
    while true {
      if position.index > 0 {
        position.index -= 1
        guard case .body(let group) = position.entries[position.index].kind else { return .entry(position) }
        if let last = group.last { return lastPosition(in: last).map(Position.entry) }
        continue
      }
      let group = position.layout.group
      if let above = position.layout.block.previousConnection?.target, above.sourceInput == nil,
        let layout = above.sourceBlock.layout as? DefaultBlockLayout
      {
        return lastPosition(in: layout).map(Position.entry)
      }
      guard let owner = group.owner else { return neighbour(of: .stack(group), -1).flatMap(lastPosition) }
      position = bodyPosition(group, in: owner)
    }
  }

  private func bodyPosition(_ group: BlockGroupLayout, in owner: DefaultBlockLayout) -> EntryPosition {
    let entries = workspaceLayout.entries(of: owner)
    let index = entries.firstIndex { if case .body(let other) = $0.kind { other === group } else { false } }
    return EntryPosition(layout: owner, entries: entries, index: index ?? 0)
  }
}

extension WorkspaceLayout {
  /// The innermost block with its own rows at a row of a stack, and the block's first cell.
  func innermostLayout(in stack: BlockGroupLayout, atRow row: Int) -> (layout: DefaultBlockLayout, origin: Point)? {
    var group = stack
    var origin = stack.origin
    while let (member, firstRow) = group.member(atRow: row - origin.y) {
      origin.y += firstRow
      let local = row - origin.y
      let body = member.bodies.last { $0.firstRow <= local && local < $0.firstRow + $0.group.rowCount }
      guard let body, !body.group.isEmpty else { return (member, origin) }
      origin.y += body.firstRow
      origin.x += style.statementIndent
      group = body.group
    }
    return nil
  }
}
