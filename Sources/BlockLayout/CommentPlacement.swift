import BlockModel
import MortiseScreen

/// Places workspace comments: at the cell of their position, or at the nearest free one. Comments never move stacks.
struct CommentPlacement {
  /// Blank columns beside a comment.
  private static let margin = 1
  /// The maximum number of obstacles to avoid. Beyond it, the comment may cover other pieces.
  private static let maxSteps = 1000

  private var byID: [String: CommentLayout] = [:]
  private var placed = CanvasIndex<CommentLayout>()
  private var isStale = false

  subscript(id: String) -> CommentLayout? { byID[id] }

  /// All comments, in no particular order.
  var all: some Collection<CommentLayout> { byID.values }

  /// The comments that intersect a rectangle.
  func comments(in rect: Rect) -> [CommentLayout] { placed.occupants(of: rect) }

  // MARK: - Changes

  mutating func insert(_ layout: CommentLayout) {
    byID[layout.comment.id] = layout
    isStale = true
  }

  /// - Returns: the comment's layout, with the area where it was shown.
  mutating func remove(_ comment: WorkspaceComment) -> CommentLayout? {
    isStale = true
    return byID.removeValue(forKey: comment.id)
  }

  mutating func removeAll() {
    byID = [:]
    isStale = true
  }

  /// Call this when a stack or comment may have moved or changed size.
  mutating func markStale() { isStale = true }

  // MARK: - Placing

  /// Places all comments, in program order.
  /// - Returns: the comments whose area changed; a new comment has no old area.
  mutating func settle(
    _ comments: [WorkspaceComment], around stacks: StackPlacement, canvasWidth: Int
  ) -> [(layout: CommentLayout, old: Rect?)] {
    guard isStale else { return [] }
    isStale = false
    var moved: [(layout: CommentLayout, old: Rect?)] = []
    placed.removeAll()
    // Comments at the same position are stacked below each other.
    var tails: [Point: Rect] = [:]
    for comment in comments {
      guard let layout = byID[comment.id] else { continue }
      let target = StackPlacement.cell(of: comment.position)
      let finder = RoomFinder(stacks: stacks, comments: placed, canvasWidth: canvasWidth, size: layout.rect.size)
      layout.origin = tails[target].map { finder.below(Point(x: $0.minX, y: $0.maxY)) } ?? finder.nearest(to: target)
      layout.isPushed = layout.origin != target
      tails[target] = layout.rect
      placed.insert(layout, layout.rect)
      if layout.rect != layout.placedRect { moved.append((layout, layout.placedRect)) }
      layout.placedRect = layout.rect
    }
    return moved
  }

  /// The free cell nearest to a given cell for a comment of a given size.
  func freeCell(near cell: Point, size: Size, around stacks: StackPlacement, canvasWidth: Int) -> Point {
    RoomFinder(stacks: stacks, comments: placed, canvasWidth: canvasWidth, size: size).nearest(to: cell)
  }

  /// The first free cell for a comment that is moved by some columns and rows; the search continues in that direction.
  func freeCell(for layout: CommentLayout, columns: Int, rows: Int, around stacks: StackPlacement) -> Point {
    let finder = RoomFinder(
      stacks: stacks, comments: placed, canvasWidth: Int.max, size: layout.rect.size, moving: layout)
    let start = layout.origin + Point(x: columns, y: rows)
    if rows != 0 { return rows < 0 ? finder.above(start) : finder.below(start) }
    return columns < 0 ? finder.left(of: start) : finder.right(of: start)
  }

  /// Finds free cells for a comment.
  private struct RoomFinder {
    let stacks: StackPlacement
    let comments: CanvasIndex<CommentLayout>
    let canvasWidth: Int
    let size: Size
    /// The comment being moved, which does not block itself.
    var moving: CommentLayout?

    private func obstacles(at origin: Point) -> [Rect] {
      let rect = Rect(origin: origin, size: size).inset(columns: -margin, rows: 0)
      return stacks.stacks(in: rect).map(\.rect)
        + comments.occupants(of: rect).filter { $0 !== moving }.map(\.rect)
    }

    /// The nearest free cell: beside, above or below the obstacles.
    func nearest(to target: Point) -> Point {
      if obstacles(at: target).isEmpty { return target }
      let (above, below) = (above(target), below(target))
      let vertical = target.y - above.y < below.y - target.y ? above : below
      let last = canvasWidth - size.width
      let beside = slide(from: target, while: { $0.x <= last }, past: pastRight)
      // One row is as high as two columns are wide.
      return beside.x <= last && (beside.x - target.x) / 2 < (vertical.y - target.y).magnitude ? beside : vertical
    }

    // MARK: - The first free cell on one side

    func above(_ start: Point) -> Point {
      slide(from: start) { origin, obstacles in origin.y = (obstacles.map(\.minY).min() ?? origin.y) - size.height }
    }

    func below(_ start: Point) -> Point {
      slide(from: start) { origin, obstacles in origin.y = obstacles.map(\.maxY).max() ?? origin.y }
    }

    func left(of start: Point) -> Point {
      slide(from: start) { origin, obstacles in
        origin.x = (obstacles.map(\.minX).min() ?? origin.x) - margin - size.width
      }
    }

    func right(of start: Point) -> Point { slide(from: start, past: pastRight) }

    private func pastRight(_ origin: inout Point, _ obstacles: [Rect]) {
      origin.x = (obstacles.map(\.maxX).max() ?? origin.x) + margin
    }

    private func slide(
      from start: Point, while shouldContinue: (Point) -> Bool = { _ in true }, past: (inout Point, [Rect]) -> Void
    ) -> Point {
      var origin = start
      for _ in 0..<maxSteps {
        let obstacles = obstacles(at: origin)
        if obstacles.isEmpty || !shouldContinue(origin) { return origin }
        past(&origin, obstacles)
      }
      return origin
    }
  }
}
