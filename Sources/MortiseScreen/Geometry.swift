/// The position of a cell on the screen or in a grid: columns to the right, rows down, both from 0.
public struct Point: Hashable, Sendable {
  /// The column, from 0; negative to the left of the grid.
  public var x: Int
  /// The row, from 0; negative above the grid.
  public var y: Int

  /// - Parameter y: rows down, not up.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The upper left corner.
  public static let zero = Point(x: 0, y: 0)

  /// A position moved by a distance.
  public static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }

  /// The distance from one position to another.
  public static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }
}

/// A number of columns and rows. Never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Negative numbers become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// No column and no row.
  public static let zero = Size(width: 0, height: 0)

  /// Whether there are no cells, although one of the sides may be long.
  public var isEmpty: Bool { width == 0 || height == 0 }
}

/// A rectangle of cells: `maxX` and `maxY` are the first column and row outside it.
public struct Rect: Hashable, Sendable {
  /// The upper left cell.
  public var origin: Point
  /// The columns and rows from `origin` on.
  public var size: Size

  /// A rectangle whose upper left cell is known.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Negative widths and heights become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The first column.
  public var minX: Int { origin.x }
  /// The first row.
  public var minY: Int { origin.y }
  /// The first column to the right of the rectangle.
  public var maxX: Int { origin.x + size.width }
  /// The first row below the rectangle.
  public var maxY: Int { origin.y + size.height }
  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }
  /// Whether the rectangle has no cells.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether a cell is in the rectangle.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether `other` is completely inside; an empty rectangle is inside any other.
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  /// The common cells of both rectangles; empty if there are none.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(
      x: left, y: top,
      width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Whether the rectangles share a cell.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// The smallest rectangle that contains both; ignores an empty one.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top,
      width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle moved by `distance`, its size unchanged.
  public func offset(by distance: Point) -> Rect {
    Rect(origin: origin + distance, size: size)
  }

  /// Shrinks the rectangle by `columns` on the left and right, and by `rows` at the top and bottom.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(x: minX + columns, y: minY + rows, width: width - 2 * columns, height: height - 2 * rows)
  }
}
