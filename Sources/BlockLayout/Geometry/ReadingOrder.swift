import BlockModel
import Screen

/// Walks over everything that the cursor can be on, in reading order, without looking at more than what is near.
public struct ReadingOrder {
  private let workspaceLayout: WorkspaceLayout

  public init(_ workspaceLayout: WorkspaceLayout) { self.workspaceLayout = workspaceLayout }

  /// A place in the order.
  private struct Place {
    var layout: BlockLayout
    var entries: [LayoutEntry]
    var index: Int
  }

  // MARK: - Where an item is

  /// The block layout that shows an item, and the item's cells on the canvas; nil when it isn't shown.
  public func rect(of item: FocusItem) -> Rect? {
    guard let place = place(of: item) else { return nil }
    return place.entries[place.index].rect.offset(by: workspaceLayout.origin(of: place.layout))
  }

  private func place(of item: FocusItem) -> Place? {
    guard let block = workspaceLayout.workspace.blocks[item.blockID], workspaceLayout.blockHiding(block) == nil,
      let layout = workspaceLayout.layout(showing: block)
    else { return nil }
    let entries = workspaceLayout.entries(of: layout)
    guard let index = entries.firstIndex(where: { $0.item == item }) else { return nil }
    return Place(layout: layout, entries: entries, index: index)
  }

  /// The nearest thing to an item that can be shown: itself, its block, or the collapsed block that hides it.
  public func shown(_ item: FocusItem) -> FocusItem? {
    guard let block = workspaceLayout.workspace.blocks[item.blockID] else { return nil }
    if let collapsed = workspaceLayout.blockHiding(block) { return .block(id: collapsed.id) }
    return place(of: item) == nil ? .block(id: block.id) : item
  }

  // MARK: - Neighbours

  public var first: FocusItem? {
    workspaceLayout.stacks.first?.first.map { .block(id: $0.block.id) }
  }

  public var last: FocusItem? {
    workspaceLayout.stacks.last.flatMap { $0.last }.flatMap { lastPlace(in: $0) }.map(item)
  }

  public func next(after item: FocusItem) -> FocusItem? {
    guard let place = place(of: item) else { return nil }
    return next(after: place).map(self.item)
  }

  public func previous(before item: FocusItem) -> FocusItem? {
    guard let place = place(of: item) else { return nil }
    return previous(before: place).map(self.item)
  }

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
    guard let rect = rect(of: item) else { return nil }
    let target = rect.minY + rows
    let stacks = workspaceLayout.stacks
    guard let current = place(of: item) else { return nil }
    let stack = top(of: current.layout)
    if target >= stack.rect.minY, target < stack.rect.maxY {
      return firstItem(in: stack, atRow: target)
    }
    let index = stacks.firstIndex { $0 === stack } ?? 0
    if rows > 0 {
      for next in stacks[(index + 1)...] where next.rect.maxY > target {
        return firstItem(in: next, atRow: max(target, next.rect.minY))
      }
      return last
    }
    for previous in stacks[..<index].reversed() where previous.rect.minY <= target {
      return firstItem(in: previous, atRow: min(target, previous.rect.maxY - 1))
    }
    return first
  }

  private func top(of layout: BlockLayout) -> BlockGroupLayout {
    var group = layout.group
    while let owner = group.owner { group = owner.group }
    return group
  }

  private func firstItem(in stack: BlockGroupLayout, atRow row: Int) -> FocusItem? {
    guard let (layout, origin) = workspaceLayout.innermostLayout(in: stack, atRow: row) else { return nil }
    let entries = workspaceLayout.entries(of: layout)
    let own = entries.filter { $0.item != nil }
    let inRow = own.first { origin.y + $0.rect.minY == row }
    return (inRow ?? own.last { origin.y + $0.rect.minY <= row } ?? own.first)?.item
  }

  /// The item at a cell of the canvas: what stands there, or else the block whose row it is.
  public func item(at point: Point) -> FocusItem? {
    guard let (layout, origin) = workspaceLayout.layout(at: point) else { return nil }
    let local = point - origin
    let entries = workspaceLayout.entries(of: layout)
    if let exact = entries.last(where: { $0.item != nil && $0.rect.contains(local) }) { return exact.item }
    let before = entries.last { $0.item != nil && $0.rect.minY == local.y && $0.rect.minX <= local.x }
    return before?.item ?? .block(id: layout.block.id)
  }

  // MARK: - Steps

  private func item(_ place: Place) -> FocusItem {
    place.entries[place.index].item ?? .block(id: place.layout.block.id)
  }

  private func row(of place: Place) -> Int {
    workspaceLayout.origin(of: place.layout).y + place.entries[place.index].rect.minY
  }

  private func firstPlace(in layout: BlockLayout) -> Place {
    Place(layout: layout, entries: workspaceLayout.entries(of: layout), index: 0)
  }

  /// The last item inside a block: in its last statement input, if that is last.
  private func lastPlace(in layout: BlockLayout) -> Place? {
    var layout = layout
    while true {
      let entries = workspaceLayout.entries(of: layout)
      guard let last = entries.last else { return nil }
      guard case .body(let group) = last.kind, let inner = group.last else {
        return Place(layout: layout, entries: entries, index: entries.count - 1)
      }
      layout = inner
    }
  }

  private func next(after place: Place) -> Place? {
    var place = place
    while true {
      if place.index + 1 < place.entries.count {
        place.index += 1
        guard case .body(let group) = place.entries[place.index].kind else { return place }
        if let first = group.first { return firstPlace(in: first) }
        continue
      }
      if let below = place.layout.block.nextBlock?.layout as? BlockLayout { return firstPlace(in: below) }
      let group = place.layout.group
      guard let owner = group.owner else {
        let stacks = workspaceLayout.stacks
        guard let index = stacks.firstIndex(where: { $0 === group }), index + 1 < stacks.count,
          let first = stacks[index + 1].first
        else { return nil }
        return firstPlace(in: first)
      }
      place = placeOfBody(group, in: owner)
    }
  }

  private func previous(before place: Place) -> Place? {
    var place = place
    while true {
      if place.index > 0 {
        place.index -= 1
        guard case .body(let group) = place.entries[place.index].kind else { return place }
        if let last = group.last { return lastPlace(in: last) }
        continue
      }
      let group = place.layout.group
      if let above = place.layout.block.previousConnection?.target, above.sourceInput == nil,
        let layout = above.sourceBlock.layout as? BlockLayout
      {
        return lastPlace(in: layout)
      }
      guard let owner = group.owner else {
        let stacks = workspaceLayout.stacks
        guard let index = stacks.firstIndex(where: { $0 === group }), index > 0, let last = stacks[index - 1].last
        else { return nil }
        return lastPlace(in: last)
      }
      place = placeOfBody(group, in: owner)
    }
  }

  private func placeOfBody(_ group: BlockGroupLayout, in owner: BlockLayout) -> Place {
    let entries = workspaceLayout.entries(of: owner)
    let index = entries.firstIndex { if case .body(let other) = $0.kind { other === group } else { false } }
    return Place(layout: owner, entries: entries, index: index ?? 0)
  }
}

extension WorkspaceLayout {
  /// The innermost block that has its own rows at a row of a stack, and its first cell.
  func innermostLayout(in stack: BlockGroupLayout, atRow row: Int) -> (layout: BlockLayout, origin: Point)? {
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
