import AppModules
import Screen

/// The categories of the toolbox beside the canvas.
final class ToolboxBar: EditorController, ScreenPart {
  override var part: (any ScreenPart)? { self }
  private unowned let module: ToolboxModule
  let region = ScreenRegion.toolbox

  init(module: ToolboxModule) { self.module = module }

  func press(at position: Point, on screen: EditorScreen) {
    module.openCategory(atRow: position.y - screen.layout.toolbox.minY - 1)
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard screen.layout.showsToolbox else { return }
    let theme = screen.theme
    for (row, category) in module.workbench.toolbox.categories.enumerated() where row + 1 < area.height {
      let y = area.minY + row + 1
      let surface = theme.bar(category.colour, isUnknown: false)
      let clip = Rect(x: 0, y: y, width: area.width, height: 1)
      if surface.background >= 0 {
        grid.fill(Rect(x: 0, y: y, width: 2, height: 1), style: surface)
      } else {
        _ = grid.write("▌", at: Point(x: 0, y: y), style: surface, clip: clip)
      }
      let x = surface.background >= 0 ? 3 : 1
      grid.write(category.name, at: Point(x: x, y: y), style: .plain, fitting: clip)
    }
    for y in area.minY..<area.maxY {
      _ = grid.write("│", at: Point(x: area.maxX, y: y), style: theme.rule)
    }
  }
}
