import MortiseScreen

/// The scrollbar at the right edge of the canvas: which part of the program the canvas shows.
struct Scrollbar {
  /// The column of the scrollbar on the screen.
  private let track: Rect
  /// The rows of the program, and the blank one above it.
  private let content: Range<Int>
  /// The first row that the canvas shows.
  private let top: Int

  /// - Parameters:
  ///   - bounds: the rectangle of the program on the canvas.
  ///   - top: the first row that the canvas shows.
  ///   - area: the canvas area of the screen.
  /// - Returns: nil if all rows are shown.
  init?(bounds: Rect, top: Int, area: Rect) {
    content = (bounds.minY - 1)..<bounds.maxY
    guard content.count > area.height, area.width > 0 else { return nil }
    self.top = top
    track = Rect(x: area.maxX - 1, y: area.minY, width: 1, height: area.height)
  }

  func contains(_ position: Point) -> Bool { track.contains(position) }

  /// The row of the program at a position on the scrollbar.
  func row(at position: Point) -> Int {
    let distance = min(max(position.y - track.minY, 0), track.height - 1)
    return content.lowerBound + distance * (content.count - 1) / max(1, track.height - 1)
  }

  /// The part of the scrollbar that stands for the rows shown.
  private var thumb: Rect {
    let height = max(1, track.height * track.height / content.count)
    let last = content.count - track.height
    let hidden = min(max(top - content.lowerBound, 0), last)
    // It touches an end only where the program ends.
    var distance = hidden * (track.height - height) / last
    if hidden > 0 { distance = max(distance, min(1, track.height - height)) }
    if hidden < last { distance = min(distance, max(0, track.height - height - 1)) }
    return Rect(x: track.minX, y: track.minY + distance, width: 1, height: height)
  }

  func draw(on grid: inout CellGrid, theme: Theme) {
    for y in thumb.minY..<thumb.maxY {
      _ = grid.write("┃", at: Point(x: track.minX, y: y), style: theme.rule, clip: track)
    }
  }
}
