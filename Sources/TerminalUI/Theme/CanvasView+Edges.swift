import BlockLayout
import MortiseScreen

/// Signs at the edges of the canvas for stacks and comments beyond them.
extension CanvasView {
  /// The number of columns beyond an edge that are searched.
  private static let farthest = 2000

  /// Draws a sign at the right or left edge of each row that has something beyond it. Stacks and comments that are
  /// partly visible need no sign.
  func drawSignsBeyond(_ area: Rect, scroll: Point, on grid: inout CellGrid) {
    let bounds = layout.bounds
    let right = scroll.x + area.width
    let after = min(bounds.maxX - right, Self.farthest)
    if after > 0 {
      let strip = Rect(x: right, y: scroll.y, width: after, height: area.height)
      drawSign("›", column: area.maxX - 1, at: rows(in: strip) { $0.minX >= right }, area, scroll, on: &grid)
    }
    let before = min(scroll.x - bounds.minX, Self.farthest)
    if before > 0 {
      let strip = Rect(x: scroll.x - before, y: scroll.y, width: before, height: area.height)
      drawSign("‹", column: area.minX, at: rows(in: strip) { $0.maxX <= scroll.x }, area, scroll, on: &grid)
    }
  }

  /// Returns the rows of the stacks and comments in an area of the canvas.
  private func rows(in strip: Rect, _ isBeyond: (Rect) -> Bool) -> [Range<Int>] {
    let stacks = layout.stacks(in: strip).map(\.rect)
    let comments = layout.comments(in: strip).map(\.rect)
    return (stacks + comments).filter(isBeyond).map { $0.minY..<$0.maxY }
  }

  private func drawSign(
    _ sign: Character, column: Int, at rows: [Range<Int>], _ area: Rect, _ scroll: Point, on grid: inout CellGrid
  ) {
    for row in Set(rows.flatMap { $0.clamped(to: scroll.y..<(scroll.y + area.height)) }) {
      let cell = Point(x: column, y: row - scroll.y + area.minY)
      if grid[cell].glyph == .space { _ = grid.write(String(sign), at: cell, style: .plain, clip: area) }
    }
  }
}
