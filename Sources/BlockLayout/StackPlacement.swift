import BlockModel
import Screen

/// Where the top-level stacks are shown: at the cell of their x, y, or below a stack that is there already.
package struct StackPlacement {
  /// Rows and columns that are left blank between two stacks.
  static let margin = (rows: 1, columns: 2)
  private var stacks = RowBuckets<BlockGroupLayout>()

  /// The cell that a place in Blockly's units maps to.
  static func cell(of position: WorkspacePoint) -> Point {
    // Far coordinates of a broken file must not overflow what is computed with them.
    let limit = 1e8
    func clamp(_ value: Double) -> Int { Int(min(max(value, -limit), limit).rounded()) }
    return Point(x: clamp(position.x / LayoutStyle.unitsPerColumn), y: clamp(position.y / LayoutStyle.unitsPerRow))
  }

  /// The place in Blockly's units of a cell.
  package static func position(of cell: Point) -> WorkspacePoint {
    WorkspacePoint(
      x: Double(cell.x) * LayoutStyle.unitsPerColumn, y: Double(cell.y) * LayoutStyle.unitsPerRow)
  }

  /// The stacks that a rectangle touches.
  package func stacks(in rect: Rect) -> [BlockGroupLayout] { stacks.occupants(of: rect) }

  /// Gives a stack its place, and notes it.
  mutating func place(_ stack: BlockGroupLayout, wanted: Point) {
    var rect = Rect(origin: wanted, size: stack.rect.size)
    while true {
      // Where many stacks want to stand in one place, each would meet all those before it.
      if let end = stacks.endOfPacked(at: rect, gap: Self.margin.rows) {
        rect.origin.y = end + Self.margin.rows
      } else if let obstacle = obstacle(for: rect, except: stack) {
        rect.origin.y = obstacle.rect.maxY + Self.margin.rows
      } else {
        break
      }
    }
    stack.origin = rect.origin
    stack.isPushed = rect.origin != wanted
    stacks.insert(stack, rect)
  }

  /// A stack that a rectangle would overlap or touch: of several the lowest.
  func obstacle(for rect: Rect, except stack: BlockGroupLayout) -> BlockGroupLayout? {
    let wide = Rect(
      x: rect.minX - Self.margin.columns, y: rect.minY - Self.margin.rows,
      width: rect.width + 2 * Self.margin.columns, height: rect.height + 2 * Self.margin.rows)
    return stacks(in: wide).filter { $0 !== stack }.max { $0.rect.maxY < $1.rect.maxY }
  }

  /// Forgets a stack that stood in a rectangle.
  mutating func remove(_ stack: BlockGroupLayout, from rect: Rect) { stacks.remove(stack, from: rect) }

  mutating func removeAll() { stacks.removeAll() }
}
