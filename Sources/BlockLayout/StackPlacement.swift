import BlockModel
import Screen

/// Places top-level stacks: at the cell of their position, or below the stack that is in the way.
package struct StackPlacement {
  /// The blank rows and columns between two stacks.
  static let margin = (rows: 1, columns: 2)
  private var stacks = RowBuckets<BlockGroupLayout>()

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
  package func stacks(in rect: Rect) -> [BlockGroupLayout] { stacks.occupants(of: rect) }

  /// Places a stack and adds it to the index.
  mutating func place(_ stack: BlockGroupLayout, wanted: Point) {
    var rect = Rect(origin: wanted, size: stack.rect.size)
    while true {
      // Skip packed stacks at once: otherwise many stacks at one position would take quadratic time.
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

  /// The stack that a rectangle would overlap or touch; the lowest one if there are several.
  func obstacle(for rect: Rect, except stack: BlockGroupLayout) -> BlockGroupLayout? {
    let padded = Rect(
      x: rect.minX - Self.margin.columns, y: rect.minY - Self.margin.rows,
      width: rect.width + 2 * Self.margin.columns, height: rect.height + 2 * Self.margin.rows)
    return stacks(in: padded).filter { $0 !== stack }.max { $0.rect.maxY < $1.rect.maxY }
  }

  /// Removes a stack that was at a rectangle.
  mutating func remove(_ stack: BlockGroupLayout, from rect: Rect) { stacks.remove(stack, from: rect) }

  mutating func removeAll() { stacks.removeAll() }
}
