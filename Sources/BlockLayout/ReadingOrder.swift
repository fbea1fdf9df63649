import BlockModel
import Screen

/// Walks over everything that the cursor can be on, in reading order, without looking at more than what is near.
public struct ReadingOrder {
  private let workspaceLayout: WorkspaceLayout

  public init(_ workspaceLayout: WorkspaceLayout) { self.workspaceLayout = workspaceLayout }

  /// A place in the order.
  private enum Place {
    case entry(EntryPlace)
    case comment(CommentLayout)
  }

  /// A place in a block's rows.
  private struct EntryPlace {
    var layout: DefaultBlockLayout
    var entries: [LayoutEntry]
    var index: Int
  }

  // MARK: - Where an item is

  /// An item's cells on the canvas; nil when it isn't shown.
  public func rect(of item: FocusItem) -> Rect? {
    switch place(of: item) {
    case .entry(let place): place.entries[place.index].rect.offset(by: workspaceLayout.origin(of: place.layout))
    case .comment(let layout): layout.rect
    case nil: nil
    }
  }

  private func place(of item: FocusItem) -> Place? {
    if case .comment(let id) = item { return workspaceLayout.layout(ofCommentID: id).map(Place.comment) }
    guard let block = item.blockID.flatMap({ workspaceLayout.workspace.blocks[$0] }),
      workspaceLayout.blockHiding(block) == nil, let layout = workspaceLayout.layout(showing: block)
    else { return nil }
    let entries = workspaceLayout.entries(of: layout)
    guard let index = entries.firstIndex(where: { $0.item == item }) else { return nil }
    return .entry(EntryPlace(layout: layout, entries: entries, index: index))
  }

  /// The nearest thing to an item that can be shown: itself, its block, or the collapsed block that hides it.
  public func shown(_ item: FocusItem) -> FocusItem? {
    guard let id = item.blockID else { return place(of: item) == nil ? nil : item }
    guard let block = workspaceLayout.workspace.blocks[id] else { return nil }
    if let collapsed = workspaceLayout.blockHiding(block) { return .block(id: collapsed.id) }
    return place(of: item) == nil ? .block(id: block.id) : item
  }

  // MARK: - Neighbours

  public var first: FocusItem? { workspaceLayout.pieces.first.flatMap(firstItem) }

  public var last: FocusItem? { workspaceLayout.pieces.last.flatMap(lastPlace).map(item) }

  /// The first item of a stack, or a comment itself.
  public func firstItem(of piece: CanvasPiece) -> FocusItem? { firstPlace(in: piece).map(item) }

  /// Where the piece stands among all pieces that an item belongs to.
  public func pieceIndex(of item: FocusItem) -> Int? { place(of: item).flatMap { pieceIndex(of: piece(of: $0)) } }

  public func next(after item: FocusItem) -> FocusItem? { place(of: item).flatMap(next).map(self.item) }

  public func previous(before item: FocusItem) -> FocusItem? { place(of: item).flatMap(previous).map(self.item) }

  /// The first item of the next row that has one.
  public func nextRow(after item: FocusItem) -> FocusItem? {
    guard var place = place(of: item) else { return nil }
    let row = row(of: place)
    while let following = next(after: place) {
      place = following
      if self.row(of: place) != row { return self.item(place) }
    }
    return nil
  }

  /// The first item of the row above that has one.
  public func previousRow(before item: FocusItem) -> FocusItem? {
    guard var place = place(of: item) else { return nil }
    let row = row(of: place)
    while let preceding = previous(before: place) {
      place = preceding
      let above = self.row(of: place)
      guard above != row else { continue }
      while let earlier = previous(before: place), self.row(of: earlier) == above { place = earlier }
      return self.item(place)
    }
    return nil
  }

  /// The first item of the row that is `rows` below (or above, when negative) within the canvas; the last or first one
  /// when there is none so far.
  public func item(rows: Int, from item: FocusItem) -> FocusItem? {
    guard let place = place(of: item) else { return nil }
    let target = row(of: place) + rows
    let pieces = workspaceLayout.pieces
    let piece = piece(of: place)
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
    let own = entries.filter { $0.item != nil }
    let inRow = own.first { origin.y + $0.rect.minY == row }
    return (inRow ?? own.last { origin.y + $0.rect.minY <= row } ?? own.first)?.item
  }

  /// The item at a cell of the canvas: what stands there, or else the block whose row it is.
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

  private func piece(of place: Place) -> CanvasPiece {
    switch place {
    case .comment(let layout): return .comment(layout)
    case .entry(let place):
      var group = place.layout.group
      while let owner = group.owner { group = owner.group }
      return .stack(group)
    }
  }

  private func pieceIndex(of piece: CanvasPiece) -> Int? {
    workspaceLayout.pieces.firstIndex { $0.isSame(as: piece) }
  }

  /// The piece that stands so many further on, or before.
  private func neighbour(of piece: CanvasPiece, _ distance: Int) -> CanvasPiece? {
    guard let index = pieceIndex(of: piece) else { return nil }
    let pieces = workspaceLayout.pieces
    return pieces.indices.contains(index + distance) ? pieces[index + distance] : nil
  }

  private func firstPlace(in piece: CanvasPiece) -> Place? {
    switch piece {
    case .stack(let stack): stack.first.map { .entry(firstPlace(in: $0)) }
    case .comment(let layout): .comment(layout)
    }
  }

  private func lastPlace(in piece: CanvasPiece) -> Place? {
    switch piece {
    case .stack(let stack): stack.last.flatMap { lastPlace(in: $0) }.map(Place.entry)
    case .comment(let layout): .comment(layout)
    }
  }

  // MARK: - Steps

  private func item(_ place: Place) -> FocusItem {
    switch place {
    case .entry(let place): place.entries[place.index].item ?? .block(id: place.layout.block.id)
    case .comment(let layout): .comment(id: layout.comment.id)
    }
  }

  private func row(of place: Place) -> Int {
    switch place {
    case .entry(let place): workspaceLayout.origin(of: place.layout).y + place.entries[place.index].rect.minY
    case .comment(let layout): layout.rect.minY
    }
  }

  private func firstPlace(in layout: DefaultBlockLayout) -> EntryPlace {
    EntryPlace(layout: layout, entries: workspaceLayout.entries(of: layout), index: 0)
  }

  /// The last item inside a block: in its last statement input, if that is last.
  private func lastPlace(in layout: DefaultBlockLayout) -> EntryPlace? {
    var layout = layout
    while true {
      let entries = workspaceLayout.entries(of: layout)
      guard let last = entries.last else { return nil }
      guard case .body(let group) = last.kind, let inner = group.last else {
        return EntryPlace(layout: layout, entries: entries, index: entries.count - 1)
      }
      layout = inner
    }
  }

  private func next(after place: Place) -> Place? {
    guard case .entry(var place) = place else { return neighbour(of: piece(of: place), 1).flatMap(firstPlace) }
    while true {
      if place.index + 1 < place.entries.count {
        place.index += 1
        guard case .body(let group) = place.entries[place.index].kind else { return .entry(place) }
        if let first = group.first { return .entry(firstPlace(in: first)) }
        continue
      }
      if let below = place.layout.block.nextBlock?.layout as? DefaultBlockLayout {
        return .entry(firstPlace(in: below))
      }
      let group = place.layout.group
      guard let owner = group.owner else { return neighbour(of: .stack(group), 1).flatMap(firstPlace) }
      place = placeOfBody(group, in: owner)
    }
  }

  private func previous(before place: Place) -> Place? {
    guard case .entry(var place) = place else { return neighbour(of: piece(of: place), -1).flatMap(lastPlace) }
    while true {
      if place.index > 0 {
        place.index -= 1
        guard case .body(let group) = place.entries[place.index].kind else { return .entry(place) }
        if let last = group.last { return lastPlace(in: last).map(Place.entry) }
        continue
      }
      let group = place.layout.group
      if let above = place.layout.block.previousConnection?.target, above.sourceInput == nil,
        let layout = above.sourceBlock.layout as? DefaultBlockLayout
      {
        return lastPlace(in: layout).map(Place.entry)
      }
      guard let owner = group.owner else { return neighbour(of: .stack(group), -1).flatMap(lastPlace) }
      place = placeOfBody(group, in: owner)
    }
  }

  private func placeOfBody(_ group: BlockGroupLayout, in owner: DefaultBlockLayout) -> EntryPlace {
    let entries = workspaceLayout.entries(of: owner)
    let index = entries.firstIndex { if case .body(let other) = $0.kind { other === group } else { false } }
    return EntryPlace(layout: owner, entries: entries, index: index ?? 0)
  }
}

extension WorkspaceLayout {
  /// The innermost block that has its own rows at a row of a stack, and its first cell.
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
