import AppModules
import MortiseScreen

/// The toolbox beside the canvas: its categories.
final class ToolboxBar: EditorController, ScreenPart {
  override var part: (any ScreenPart)? { self }
  private unowned let module: ToolboxModule
  let region = ScreenRegion.toolbox

  init(module: ToolboxModule) { self.module = module }

  func press(at position: Point, on screen: EditorScreen) {
    guard screen.layout.showsToolbox else { return module.openCategories(selecting: 0) }
    let row = position.y - screen.layout.toolbox.minY - 1
    if let index = rows.firstIndex(of: row) { module.openCategory(at: index) }
  }

  /// The row of each category. One row above a category is left for a separator.
  private var rows: [Int] {
    var next = 0
    return module.workbench.toolbox.categories.map { category in
      if category.hasSeparatorAbove { next += 1 }
      defer { next += 1 }
      return next
    }
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let theme = screen.theme
    guard screen.layout.showsToolbox else {
      _ = grid.write("▸", at: area.origin, style: theme.hint, clip: area)
      return
    }
    for (row, category) in zip(rows, module.workbench.toolbox.categories) where row + 1 < area.height {
      let y = area.minY + row + 1
      if category.hasSeparatorAbove {
        grid.fill(Rect(x: 1, y: y - 1, width: area.width - 2, height: 1), glyph: "─", style: theme.rule)
      }
      let clip = Rect(x: 0, y: y, width: area.width, height: 1)
      _ = grid.write("▌", at: Point(x: 0, y: y), style: theme.mark(category.colour, on: .default), clip: clip)
      grid.write(category.name, at: Point(x: 2, y: y), style: .plain, fitting: clip)
    }
    grid.fill(Rect(x: area.maxX, y: area.minY, width: 1, height: area.height), glyph: "│", style: theme.rule)
  }
}
