import MortiseScreen

/// The placement of a dialog, which avoids covering the block that it changes.
struct DialogPlacement {
  /// The block on the screen; nil if it is not shown.
  private let block: Rect?
  private let width: Int
  private let canvas: Rect
  private let screen: Size
  /// The minimum height of a usable dialog, in rows.
  private static let fewestRows = 6
  /// The rows between the upper edge of the canvas and a block that was scrolled up to make room.
  private static let margin = 2

  init(beside block: Rect?, width: Int, in canvas: Rect, on screen: Size) {
    (self.block, self.width, self.canvas, self.screen) = (block, width, canvas, screen)
  }

  private var isBeside: Bool { block.map { $0.maxX + width < screen.width } ?? true }

  /// The maximum height of the dialog, in rows.
  var mostRows: Int {
    let most = screen.height - 2
    guard let block, !isBeside else { return most }
    return min(most, max(Self.fewestRows, canvas.height - block.height - Self.margin))
  }

  /// Returns the row of the screen to which the block must be scrolled, so that there is room below it; nil if the
  /// dialog has room already, or if the block is at the top.
  func rowToScrollTo(forRows rows: Int) -> Int? {
    guard let block, !isBeside, block.maxY + rows > canvas.maxY, block.minY - rows < 0 else { return nil }
    let row = canvas.minY + Self.margin
    return block.minY > row ? row : nil
  }

  /// Returns the upper left corner of the dialog.
  /// - Parameter now: the present area of the dialog, where it stays as long as it doesn't cover the block; nil at
  ///   first.
  func origin(of size: Size, now: Rect?) -> Point {
    let last = Point(x: max(0, screen.width - size.width), y: max(0, screen.height - 1 - size.height))
    guard let block else { return now?.origin ?? Point(x: last.x, y: min(canvas.minY, last.y)) }
    if let now {
      let rect = Rect(origin: now.origin, size: size)
      let isInside = now.minX <= last.x && now.minY <= last.y
      if isInside, rect.intersection(block).isEmpty { return now.origin }
    }
    if isBeside { return Point(x: min(block.maxX + 2, last.x), y: min(max(canvas.minY, block.minY), last.y)) }
    let x = min(block.minX + 2, last.x)
    if block.maxY <= last.y { return Point(x: x, y: min(block.maxY + 1, last.y)) }
    if block.minY >= size.height { return Point(x: x, y: block.minY - size.height) }
    // If neither is possible, the block's first rows stay visible.
    return Point(x: x, y: last.y)
  }
}
