import BlockLayout
import MortiseScreen
import Workbench

/// A rectangle that the mouse draws from a blank cell of the canvas. It selects the blocks that it touches.
final class SelectionRectangle {
  /// The cell of the canvas where the button was pressed.
  private let start: Point
  private var end: Point
  /// The blocks that stay selected, whatever it touches.
  private let kept: Set<String>
  /// The blocks that were selected when the button was pressed.
  private let before: Set<String>
  /// The blocks touched or kept at the last move.
  private var latest: Set<String>
  private unowned let module: CanvasModule
  /// Whether the mouse has left the first cell.
  private(set) var hasMoved = false

  /// What happens when the button is released in the first cell.
  private let click: () -> Void

  /// - Parameters:
  ///   - isAdding: whether the blocks selected so far stay selected.
  ///   - click: what happens when the button is released in the first cell.
  init(start: Point, isAdding: Bool, module: CanvasModule, click: @escaping () -> Void) {
    self.start = start
    self.click = click
    self.module = module
    end = start
    before = module.workbench.selectedIDs
    kept = isAdding ? before : []
    latest = before
  }

  private var rect: Rect {
    Rect(
      x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x) + 1,
      height: abs(end.y - start.y) + 1)
  }

  func move(to cell: Point) {
    guard hasMoved || cell != start else { return }
    hasMoved = true
    end = cell
    let touched = module.workbench.layout?.blocks(touching: rect).map(\.id) ?? []
    let wanted = kept.union(touched)
    guard wanted != latest else { return }
    latest = wanted
    module.perform(.select(blockIDs: wanted))
  }

  func release() { if !hasMoved { click() } }

  func cancel() { module.perform(.select(blockIDs: before)) }

  /// Draws the outline where nothing else is.
  /// - Parameter offset: from cells of the canvas to cells of the screen.
  func draw(on grid: inout CellGrid, in area: Rect, offset: Point, style: Style) {
    guard hasMoved else { return }
    let rect = rect.offset(by: offset)
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    func draw(_ text: String, _ x: Int, _ y: Int) {
      let point = Point(x: x, y: y)
      if area.contains(point), grid[point] == .blank { _ = grid.write(text, at: point, style: style, clip: area) }
    }
    if rect.width > 1, rect.height > 1 {
      for (text, x, y) in [
        ("┌", rect.minX, rect.minY), ("┐", right, rect.minY), ("└", rect.minX, bottom), ("┘", right, bottom),
      ] { draw(text, x, y) }
    }
    // It may be wholly outside, after the screen has become smaller.
    let (left, top) = (max(rect.minX, area.minX), max(rect.minY, area.minY))
    for x in left..<max(left, min(rect.maxX, area.maxX)) {
      draw("─", x, rect.minY)
      draw("─", x, bottom)
    }
    for y in top..<max(top, min(rect.maxY, area.maxY)) {
      draw("│", rect.minX, y)
      draw("│", right, y)
    }
  }
}
