import BlockModel
import Screen
import Terminal
import Workbench

/// A press of the mouse on the canvas: a click, or the beginning of a drag.
final class MouseDrag {
  private let start: Point
  private let wasSelected: Bool
  private unowned let module: CanvasModule
  /// Whether a block or comment is on its way.
  private(set) var hasMoved = false
  private var isOverToolbox = false
  /// Where it was taken, from its first cell.
  private var dragOffset = Point.zero

  init(start: Point, wasSelected: Bool, module: CanvasModule) {
    self.module = module
    self.start = start
    self.wasSelected = wasSelected
  }

  /// - Parameter isOverToolbox: whether letting go now deletes it, as in Blockly.
  func move(to position: Point, isOverToolbox: Bool) {
    self.isOverToolbox = isOverToolbox
    if !hasMoved {
      guard position != start else { return }
      if let reason = module.workbench.perform(.beginDrag(takesStack: true, by: .mouse)).refusal {
        module.showStatus(reason)
        return
      }
      // The cursor is on what is dragged now, even if a field or a default value in it was pressed.
      dragOffset = start - module.context.viewport.cursorRect.origin
      hasMoved = true
    }
    let area = module.context.viewport.area
    // At the edges, the canvas scrolls on.
    let isAtEdge = position.y != start.y && (position.y == area.minY || position.y == area.maxY - 1)
    module.context.viewport.pointedItem = isAtEdge ? nil : module.workbench.cursor
    let cell = module.context.viewport.canvasPoint(at: position)
    // Back where it was taken, it stays.
    let stays = position == start || isOverToolbox
    let outcome = module.workbench.perform(
      .updateDrag(.pointed(at: stays ? nil : cell, dragOffset: dragOffset), by: .mouse))
    if let reason = outcome.refusal { module.showStatus(reason) }
    if isOverToolbox { module.showStatus("release to delete it") }
  }

  func release() {
    if hasMoved, isOverToolbox {
      module.perform(.discard(by: .mouse))
    } else if hasMoved {
      module.perform(.drop(by: .mouse))
    } else if wasSelected, !module.workbench.state.isPreviewing {
      module.run(module.edit)
    }
  }
}
