import BlockModel
import EventQueues
import Markup
import MortiseScreen

/// Places top-level stacks in file order: at the cell of their position, or at the first free cell below it.
///
/// After a change, only the affected stacks are placed again. A later stack may have to give way to the new area of a
/// changed one, or may move back up into its old area.
package struct StackPlacement {
  /// The blank rows and columns between two stacks.
  static let margin = (rows: 1, columns: 2)
  private var index = CanvasIndex<BlockGroupLayout>()
  private var count = 0
  /// The stacks that are shown below the cell of their own position.
  private var pushed: [PushedStack] = []
  /// The areas of removed stacks.
  private var vacated: [Rect] = []
  /// Whether all stacks must be placed again.
  private var needsRebuild = true
  /// Whether stacks are placed one below the other, regardless of their positions.
  private let isOutline: Bool

  init(isOutline: Bool) { self.isOutline = isOutline }

  /// A stack that is shown below the cell of its own position, with its path: all rows from that cell on.
  private struct PushedStack {
    var path: Rect
    var stack: BlockGroupLayout
  }

  /// A stack whose area changed.
  struct Change {
    var stack: BlockGroupLayout
    var old: Rect?
    var new: Rect
  }

  /// Whether stacks may move at the next update even if none is stale.
  var isStale: Bool { needsRebuild || !vacated.isEmpty }

  /// The cell for a position in workspace units.
  static func cell(of position: WorkspacePoint) -> Point {
    // Huge coordinates in a broken file must not overflow later computations.
    let limit = 1e8
    func clamp(_ value: Double) -> Int { Int(min(max(value, -limit), limit).rounded()) }
    return Point(x: clamp(position.x / LayoutStyle.unitsPerColumn), y: clamp(position.y / LayoutStyle.unitsPerRow))
  }

  /// The position in workspace units of a cell.
  package static func position(of cell: Point) -> WorkspacePoint {
    WorkspacePoint(
      x: Double(cell.x) * LayoutStyle.unitsPerColumn, y: Double(cell.y) * LayoutStyle.unitsPerRow)
  }

  /// The stacks that intersect a rectangle.
  package func stacks(in rect: Rect) -> [BlockGroupLayout] { index.occupants(of: rect) }

  // MARK: - Changes

  mutating func removeAll() {
    index.removeAll()
    count = 0
    pushed = []
    vacated = []
    needsRebuild = true
  }

  /// Places all stacks again at the next update.
  mutating func markAllStale() { needsRebuild = true }

  /// Removes a stack.
  /// - Returns: the area where it was shown; nil if it was not placed.
  mutating func remove(_ stack: BlockGroupLayout) -> Rect? {
    guard let rect = unindex(stack) else { return nil }
    if !needsRebuild { vacated.append(rect) }
    return rect
  }

  /// Removes a stack from the index.
  private mutating func unindex(_ stack: BlockGroupLayout) -> Rect? {
    guard let rect = stack.placedRect else { return nil }
    index.remove(stack, from: rect)
    count -= 1
    stack.placedRect = nil
    // The stack may belong to another layout of the same program.
    if let position = stack.pushedIndex, position < pushed.count, pushed[position].stack === stack {
      pushed.swapAt(position, pushed.count - 1)
      pushed[position].stack.pushedIndex = position
      pushed.removeLast()
    }
    stack.pushedIndex = nil
    return rect
  }

  // MARK: - Placing

  /// Places stacks that are new, moved or resized, and all others that they affect.
  /// - Parameter all: the stacks of the program in file order.
  /// - Returns: the stacks whose area changed; nil if all stacks were placed again.
  mutating func update(_ stale: [BlockGroupLayout], all: () -> [BlockGroupLayout]) -> [Change]? {
    defer { vacated = [] }
    if !needsRebuild, let changes = placeAgain(stale) { return changes }
    placeAll(all())
    return nil
  }

  private mutating func placeAll(_ stacks: [BlockGroupLayout]) {
    for entry in pushed { entry.stack.pushedIndex = nil }
    removeAll()
    var hints = PlacementHints()
    var loop = Progress.Loop(of: stacks.count)
    for stack in stacks {
      loop.step()
      stack.placedRect = nil
      let wanted = preferredCell(of: stack)
      let size = stack.rect.size
      put(stack, from: hints.row(for: size, at: wanted))
      hints.add(size, at: wanted, row: stack.origin.y)
    }
    needsRebuild = false
  }

  /// - Returns: nil if so many stacks are affected that it is faster to place all of them again.
  private mutating func placeAgain(_ stale: [BlockGroupLayout]) -> [Change]? {
    let limit = 64 + count / 16
    guard stale.count + vacated.count <= limit else { return nil }
    var waiting = WaitingStacks(limit: limit)
    for stack in stale { waiting.insert(stack) }
    for rect in vacated { insertStacksThatMayRise(after: rect, now: nil, into: &waiting) }
    var changes: [Change] = []
    var steps = 0
    while let stack = waiting.popFirst() {
      steps += 1
      guard steps <= limit, !waiting.isFull else { return nil }
      let old = unindex(stack)
      put(stack, from: preferredCell(of: stack).y)
      let new = stack.rect
      guard new != old else { continue }
      changes.append(Change(stack: stack, old: old, new: new))
      let order = stack.placementOrder
      index.forEach(in: Self.padded(new)) { _, other in
        if other.placementOrder > order { waiting.insert(other) }
      }
      if let old { insertStacksThatMayRise(after: old, now: new, order: order, into: &waiting) }
    }
    return changes
  }

  private func preferredCell(of stack: BlockGroupLayout) -> Point {
    isOutline ? .zero : stack.first.map { Self.cell(of: $0.block.position) } ?? .zero
  }

  private static let stepsBeforeSkipping = 4

  /// Puts a stack at the first free cell from a given row downwards.
  private mutating func put(_ stack: BlockGroupLayout, from row: Int) {
    let wanted = preferredCell(of: stack)
    let order = stack.placementOrder
    var rect = Rect(origin: Point(x: wanted.x, y: row), size: stack.rect.size)
    var steps = 0
    while let end = index.lowestEnd(in: Self.padded(rect), before: order) {
      rect.origin.y = end + Self.margin.rows
      steps += 1
      if steps < Self.stepsBeforeSkipping { continue }
      // Skip packed stacks at once. Otherwise, many stacks at one position would take quadratic time.
      while let end = index.endOfPacked(at: rect, gap: Self.margin.rows, before: order) {
        rect.origin.y = end + Self.margin.rows
      }
    }
    stack.origin = rect.origin
    stack.placedRect = rect
    index.insert(stack, rect)
    count += 1
    if rect.origin != wanted {
      stack.pushedIndex = pushed.count
      let path = Rect(origin: wanted, size: Size(width: rect.width, height: rect.maxY - wanted.y))
      pushed.append(PushedStack(path: path, stack: stack))
    }
  }

  /// Finds the pushed stacks that an area displaced and that may now move up because it changed or is gone.
  /// - Parameter order: the order of the stack that had the area. Only later stacks gave way to it.
  private func insertStacksThatMayRise(
    after old: Rect, now new: Rect?, order: Int64 = .min, into waiting: inout WaitingStacks
  ) {
    for entry in pushed where !Self.isBeside(entry.path, old) {
      if waiting.isFull { return }
      let height = entry.stack.placedRect?.height ?? 1
      // The rows where the stack could begin instead.
      let rows = Self.blockedRows(forHeight: height, by: old).clamped(to: entry.path.minY..<entry.path.maxY - height)
      if rows.isEmpty { continue }
      if let new, !Self.isBeside(entry.path, new) {
        let blocked = Self.blockedRows(forHeight: height, by: new)
        if blocked.lowerBound <= rows.lowerBound, blocked.upperBound >= rows.upperBound { continue }
      }
      if entry.stack.placementOrder > order { waiting.insert(entry.stack) }
    }
  }

  /// Whether an obstacle is so far to the side of a path that it blocks no row of the path.
  private static func isBeside(_ path: Rect, _ obstacle: Rect) -> Bool {
    path.minX >= obstacle.maxX + margin.columns || obstacle.minX - margin.columns >= path.maxX
  }

  /// The rows where a stack of a given height can't begin because of an obstacle.
  private static func blockedRows(forHeight height: Int, by obstacle: Rect) -> Range<Int> {
    obstacle.minY - margin.rows - height + 1..<obstacle.maxY + margin.rows
  }

  private static func padded(_ rect: Rect) -> Rect { rect.inset(columns: -margin.columns, rows: -margin.rows) }
}

/// The stacks to be placed, without duplicates, in file order.
private struct WaitingStacks {
  /// The first stack is at the end.
  private var stacks: [BlockGroupLayout] = []
  private var members: Set<ObjectIdentifier> = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { stacks.count > limit }

  mutating func insert(_ stack: BlockGroupLayout) {
    guard members.insert(ObjectIdentifier(stack)).inserted else { return }
    let order = stack.placementOrder
    stacks.insert(stack, at: stacks.sortedIndex { $0.placementOrder <= order })
  }

  mutating func popFirst() -> BlockGroupLayout? {
    guard let stack = stacks.popLast() else { return nil }
    members.remove(ObjectIdentifier(stack))
    return stack
  }
}

/// The rows where the search for a free cell may begin, so that many stacks at one position do not all search from the
/// top.
private struct PlacementHints {
  /// A stack of at least this size fits nowhere above this row.
  private struct Hint {
    var size: Size
    var row: Int
  }

  private var hints: [Point: [Hint]] = [:]

  func row(for size: Size, at wanted: Point) -> Int {
    var row = wanted.y
    for hint in hints[wanted] ?? [] where hint.size.width <= size.width && hint.size.height <= size.height {
      row = max(row, hint.row)
    }
    return row
  }

  mutating func add(_ size: Size, at wanted: Point, row: Int) {
    var known = hints[wanted] ?? []
    known.removeAll { $0.size.width >= size.width && $0.size.height >= size.height && $0.row <= row }
    known.append(Hint(size: size, row: row))
    hints[wanted] = known
  }
}
