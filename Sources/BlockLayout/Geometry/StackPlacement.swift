import BlockModel
import Screen

/// Where the top-level stacks are shown: at the cell of their x, y, or below a stack that is there already.
struct StackPlacement {
  /// Rows and columns that are left blank between two stacks.
  static let margin = (rows: 1, columns: 2)
  private static let bucketRows = 64
  /// Stacks taller than this are looked through one by one; there can't be many.
  private static let tallRows = 4096

  private var buckets: [Int: [BlockGroupLayout]] = [:]
  private var tall: [BlockGroupLayout] = []

  /// The cell that a place in Blockly's units maps to.
  static func cell(of position: WorkspacePoint) -> Point {
    // Far coordinates of a broken file must not overflow what is computed with them.
    let limit = 1e8
    func clamp(_ value: Double) -> Int { Int(min(max(value, -limit), limit).rounded()) }
    return Point(x: clamp(position.x / LayoutStyle.unitsPerColumn), y: clamp(position.y / LayoutStyle.unitsPerRow))
  }

  /// The place in Blockly's units of a cell.
  static func position(of cell: Point) -> WorkspacePoint {
    WorkspacePoint(
      x: Double(cell.x) * LayoutStyle.unitsPerColumn, y: Double(cell.y) * LayoutStyle.unitsPerRow)
  }

  private static func buckets(of rect: Rect) -> ClosedRange<Int> {
    let first = Int((Double(rect.minY) / Double(bucketRows)).rounded(.down))
    let last = Int((Double(max(rect.minY, rect.maxY - 1)) / Double(bucketRows)).rounded(.down))
    return first...last
  }

  /// The stacks that a rectangle touches.
  func stacks(in rect: Rect) -> [BlockGroupLayout] {
    var found = tall.filter { $0.rect.intersects(rect) }
    var seen = Set(found.map(ObjectIdentifier.init))
    for bucket in Self.buckets(of: rect) {
      for stack in buckets[bucket] ?? [] where stack.rect.intersects(rect) {
        if seen.insert(ObjectIdentifier(stack)).inserted { found.append(stack) }
      }
    }
    return found
  }

  /// Gives a stack its place, and notes it.
  mutating func place(_ stack: BlockGroupLayout, wanted: Point) {
    var rect = Rect(origin: wanted, size: stack.rect.size)
    while let obstacle = obstacle(for: rect, except: stack) {
      rect.origin.y = obstacle.rect.maxY + Self.margin.rows
    }
    stack.origin = rect.origin
    stack.isPushed = rect.origin != wanted
    insert(stack, rect)
  }

  /// A stack that a rectangle would overlap or touch: of several the lowest.
  func obstacle(for rect: Rect, except stack: BlockGroupLayout) -> BlockGroupLayout? {
    let wide = Rect(
      x: rect.minX - Self.margin.columns, y: rect.minY - Self.margin.rows,
      width: rect.width + 2 * Self.margin.columns, height: rect.height + 2 * Self.margin.rows)
    return stacks(in: wide).filter { $0 !== stack }.max { $0.rect.maxY < $1.rect.maxY }
  }

  private mutating func insert(_ stack: BlockGroupLayout, _ rect: Rect) {
    if rect.height > Self.tallRows {
      tall.append(stack)
    } else {
      for bucket in Self.buckets(of: rect) { buckets[bucket, default: []].append(stack) }
    }
  }

  /// Forgets a stack that stood in a rectangle.
  mutating func remove(_ stack: BlockGroupLayout, from rect: Rect) {
    tall.removeAll { $0 === stack }
    guard rect.height <= Self.tallRows else { return }
    for bucket in Self.buckets(of: rect) { buckets[bucket]?.removeAll { $0 === stack } }
  }

  mutating func removeAll() {
    buckets = [:]
    tall = []
  }
}
