import Markup
import MortiseScreen

/// The stacks and comments of the canvas in reading order: by row, then by column.
public struct PieceOrder {
  /// The pieces, from the upper left to the lower right.
  public private(set) var all: [CanvasPiece]
  /// The areas of `all` at insertion. They stay the same while pieces are moved and resized.
  private var areas: [Rect]

  init(_ pieces: [CanvasPiece]) {
    let sorted = pieces.map { (area: $0.rect, piece: $0) }.sorted { Self.isBefore($0.area.origin, $1.area.origin) }
    all = sorted.map(\.piece)
    areas = sorted.map(\.area)
  }

  /// The area of all pieces together; nil if there are none.
  var bounds: Rect? {
    guard let first = areas.first else { return nil }
    var (left, right, bottom) = (first.minX, first.maxX, first.maxY)
    for area in areas {
      left = min(left, area.minX)
      right = max(right, area.maxX)
      bottom = max(bottom, area.maxY)
    }
    return Rect(x: left, y: first.minY, width: right - left, height: bottom - first.minY)
  }

  /// The index of a piece; nil when it isn't on the canvas.
  public func index(of piece: CanvasPiece) -> Int? { index(of: piece, at: piece.rect.origin) }

  mutating func insert(_ piece: CanvasPiece, in area: Rect) {
    let index = firstIndex(notBefore: area.origin)
    all.insert(piece, at: index)
    areas.insert(area, at: index)
  }

  /// Removes a piece that was inserted at `origin`.
  mutating func remove(_ piece: CanvasPiece, at origin: Point) {
    guard let index = index(of: piece, at: origin) else { return }
    all.remove(at: index)
    areas.remove(at: index)
  }

  private func index(of piece: CanvasPiece, at origin: Point) -> Int? {
    var index = firstIndex(notBefore: origin)
    while index < all.count, areas[index].origin == origin {
      if all[index].isSame(as: piece) { return index }
      index += 1
    }
    return nil
  }

  private func firstIndex(notBefore origin: Point) -> Int {
    areas.sortedIndex { !Self.isBefore($0.origin, origin) }
  }

  private static func isBefore(_ first: Point, _ second: Point) -> Bool {
    (first.y, first.x) < (second.y, second.x)
  }
}
