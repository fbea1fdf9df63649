import BlockLayout
import MortiseScreen

/// The part of a list's window that shows the selected block as it will look.
struct ListPreview {
  /// Lays out the block of a row; nil if the row has none.
  let layout: (_ row: Int) -> WorkspaceLayout?

  /// The number of columns, with the line between the list and the preview.
  private static let widths = 20...44

  /// The maximum width of a row of blocks.
  static let rowWidth = widths.upperBound - 3

  /// The number of columns for the preview where so many are left; 0 if there are too few.
  static func width(leaving room: Int) -> Int { room < widths.lowerBound ? 0 : min(room, widths.upperBound) }

  /// Draws the preview into an area of a window.
  func draw(row: Int, on grid: inout CellGrid, in area: Rect, theme: Theme) {
    for y in area.minY..<area.maxY {
      _ = grid.write("│", at: Point(x: area.minX, y: y), style: theme.popup)
    }
    let canvas = Rect(x: area.minX + 1, y: area.minY, width: area.width - 1, height: area.height)
    grid.fill(canvas, style: .plain)
    guard let layout = layout(row) else { return }
    let start = layout.bounds.origin
    CanvasView(layout: layout, theme: theme).draw(on: &grid, in: canvas, scroll: Point(x: start.x - 1, y: start.y))
  }
}
