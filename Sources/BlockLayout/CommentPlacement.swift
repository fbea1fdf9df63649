import BlockModel
import Screen

/// Where the workspace comments are shown: at the cell of their x, y, or as near to it as there is room. The stacks stay
/// where they are, whatever the comments do.
struct CommentPlacement {
  /// Columns that are left blank beside a comment.
  private static let margin = 1
  /// Where so much is in the way, the comment may cover it.
  private static let mostSteps = 1000

  private var byID: [String: CommentLayout] = [:]
  private var placed = RowBuckets<CommentLayout>()
  private var isStale = false

  subscript(id: String) -> CommentLayout? { byID[id] }

  var isEmpty: Bool { byID.isEmpty }

  /// All comments, in no particular order.
  var all: some Collection<CommentLayout> { byID.values }

  /// The comments that a rectangle touches.
  func comments(in rect: Rect) -> [CommentLayout] { placed.occupants(of: rect) }

  // MARK: - Changes

  mutating func insert(_ layout: CommentLayout) {
    byID[layout.comment.id] = layout
    isStale = true
  }

  mutating func remove(_ comment: WorkspaceComment) {
    byID[comment.id] = nil
    isStale = true
  }

  mutating func removeAll() {
    byID = [:]
    isStale = true
  }

  /// Something may be in another place, or have another size.
  mutating func markStale() { isStale = true }

  // MARK: - Places

  /// Gives every comment its place, in the order of the program.
  /// - Returns: whether something may have changed.
  mutating func settle(_ comments: [WorkspaceComment], around stacks: StackPlacement, canvasWidth: Int) -> Bool {
    guard isStale else { return false }
    isStale = false
    placed.removeAll()
    // Comments at the same place are shown below each other.
    var tails: [Point: Rect] = [:]
    for comment in comments {
      guard let layout = byID[comment.id] else { continue }
      let wanted = StackPlacement.cell(of: comment.position)
      let finder = RoomFinder(stacks: stacks, comments: placed, canvasWidth: canvasWidth, size: layout.rect.size)
      layout.origin = tails[wanted].map { finder.below(Point(x: $0.minX, y: $0.maxY)) } ?? finder.nearest(to: wanted)
      layout.isPushed = layout.origin != wanted
      tails[wanted] = layout.rect
      placed.insert(layout, layout.rect)
    }
    return true
  }

  /// The free place for a comment of some size that is nearest to a cell.
  func room(near cell: Point, size: Size, around stacks: StackPlacement, canvasWidth: Int) -> Point {
    RoomFinder(stacks: stacks, comments: placed, canvasWidth: canvasWidth, size: size).nearest(to: cell)
  }

  /// The first free place for a comment some columns and rows away from where it is, further on in that direction.
  func room(for layout: CommentLayout, columns: Int, rows: Int, around stacks: StackPlacement) -> Point {
    let finder = RoomFinder(
      stacks: stacks, comments: placed, canvasWidth: Int.max, size: layout.rect.size, moving: layout)
    let start = layout.origin + Point(x: columns, y: rows)
    if rows != 0 { return rows < 0 ? finder.above(start) : finder.below(start) }
    return columns < 0 ? finder.left(of: start) : finder.right(of: start)
  }

  /// Looks for room for a comment.
  private struct RoomFinder {
    let stacks: StackPlacement
    let comments: RowBuckets<CommentLayout>
    let canvasWidth: Int
    let size: Size
    /// The comment that is not in its own way.
    var moving: CommentLayout?

    private func obstacles(at origin: Point) -> [Rect] {
      let rect = Rect(origin: origin, size: size).inset(columns: -margin, rows: 0)
      return stacks.stacks(in: rect).map(\.rect)
        + comments.occupants(of: rect).filter { $0 !== moving }.map(\.rect)
    }

    /// The nearest free place: beside, above or below what is in the way.
    func nearest(to wanted: Point) -> Point {
      if obstacles(at: wanted).isEmpty { return wanted }
      let (above, below) = (above(wanted), below(wanted))
      let vertical = wanted.y - above.y < below.y - wanted.y ? above : below
      let last = canvasWidth - size.width
      let beside = slide(from: wanted, while: { $0.x <= last }, past: pastRight)
      // A row is as high as two columns are wide.
      return beside.x <= last && (beside.x - wanted.x) / 2 < (vertical.y - wanted.y).magnitude ? beside : vertical
    }

    // MARK: - The first free place on one side

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
      from start: Point, while isWorthIt: (Point) -> Bool = { _ in true }, past: (inout Point, [Rect]) -> Void
    ) -> Point {
      var origin = start
      for _ in 0..<mostSteps {
        let obstacles = obstacles(at: origin)
        if obstacles.isEmpty || !isWorthIt(origin) { return origin }
        past(&origin, obstacles)
      }
      return origin
    }
  }
}
