import CTerminal
import MortiseScreen

/// Draws frames in curses: the base layer in the standard window, and a panel for every other layer. Only cells that
/// changed since the last frame are passed to curses.
@MainActor final class CursesRenderer {
  private struct Pane {
    let window: OpaquePointer
    let panel: OpaquePointer?
    var origin: Point
    var grid: CellGrid
  }

  private var panes: [Pane] = []
  private var colorPairs: ColorPairs

  init(colorPairs: ColorPairs) {
    self.colorPairs = colorPairs
  }

  /// Updates the windows and returns the number of changed cells.
  func draw(_ layers: [Layer]) -> Int {
    if panes.first.map({ $0.grid.size != layers[0].grid.size }) ?? true { makeBase(layers[0]) }
    var changes = 0
    for (index, layer) in layers.enumerated() {
      if index < panes.count, panes[index].grid.size != layer.grid.size { removePanes(from: index) }
      if index == panes.count, !addPanel(layer) { break }
      if let panel = panes[index].panel, panes[index].origin != layer.origin {
        cn_move_panel(panel, Int32(layer.origin.x), Int32(layer.origin.y))
        panes[index].origin = layer.origin
        changes += layer.grid.size.width * layer.grid.size.height
      }
      changes += paint(panes[index].window, from: panes[index].grid, to: layer.grid)
      panes[index].grid = layer.grid
    }
    removePanes(from: layers.count)
    cn_compose()
    return changes
  }

  /// Discards all windows, because their contents are unknown after a resize.
  func reset() {
    removePanes(from: 1)
    panes = []
  }

  private func makeBase(_ base: Layer) {
    removePanes(from: 1)
    panes = []
    guard let window = cn_base_window() else { return }
    cn_erase(window)
    panes = [Pane(window: window, panel: nil, origin: .zero, grid: CellGrid(size: base.grid.size))]
  }

  private func addPanel(_ layer: Layer) -> Bool {
    let (x, y) = (Int32(layer.origin.x), Int32(layer.origin.y))
    guard let panel = cn_make_panel(x, y, Int32(layer.grid.size.width), Int32(layer.grid.size.height)),
      let window = cn_panel_window(panel)
    else { return false }
    panes.append(Pane(window: window, panel: panel, origin: layer.origin, grid: CellGrid(size: layer.grid.size)))
    return true
  }

  private func removePanes(from index: Int) {
    while panes.count > max(index, 1) {
      if let panel = panes.removeLast().panel { cn_delete_panel(panel) }
    }
  }

  private func paint(_ window: OpaquePointer, from old: CellGrid, to new: CellGrid) -> Int {
    var changes = 0
    for y in 0..<new.size.height {
      old.withRow(y) { before in
        new.withRow(y) { after in
          if before == after { return }
          for x in 0..<new.size.width {
            let cell = after[after.startIndex + x]
            if cell == before[before.startIndex + x] || cell.glyph.isContinuation { continue }
            put(cell, x: x, y: y, in: window)
            changes += 1
          }
        }
      }
    }
    return changes
  }

  private func put(_ cell: Cell, x: Int, y: Int, in window: OpaquePointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { scalars in
      var count = 0
      cell.glyph.forEachScalar { value in
        scalars.initializeElement(at: count, to: value)
        count += 1
      }
      cn_put(
        window, Int32(x), Int32(y), scalars.baseAddress, Int32(count), Int32(cell.width),
        UInt32(cell.style.attributes.rawValue), colorPairs.pair(for: cell.style))
    }
  }
}
