import BlockModel
import MortiseScreen
import MortiseTerminal
import Workbench

/// A press of the mouse button on the canvas: a click, or a drag once the mouse has moved.
final class MouseDrag {
  private let start: Point
  private let wasSelected: Bool
  /// Whether the blocks below a dragged block come along.
  private let takesStack: Bool
  private unowned let module: CanvasModule
  /// Whether a block or comment is being dragged.
  private(set) var hasMoved = false
  private var isOverToolbox = false
  /// The offset of the press from the dragged item's first cell.
  private var dragOffset = Point.zero

  init(start: Point, wasSelected: Bool, takesStack: Bool, module: CanvasModule) {
    self.module = module
    self.start = start
    self.wasSelected = wasSelected
    self.takesStack = takesStack
  }

  /// - Parameter isOverToolbox: whether the mouse is over the toolbox, where a drop deletes, as in Blockly.
  func move(to position: Point, isOverToolbox: Bool) {
    self.isOverToolbox = isOverToolbox
    if !hasMoved {
      guard position != start else { return }
      if let reason = module.workbench.perform(.beginDrag(takesStack: takesStack, by: .mouse)).refusal {
        module.showStatus(reason)
        return
      }
      // The cursor is now on the dragged item, even if a field or a shadow block in it was pressed.
      dragOffset = start - module.context.viewport.cursorRect.origin
      hasMoved = true
    }
    let area = module.context.viewport.area
    // At the edges, the canvas scrolls.
    let isAtEdge =
      position.y != start.y && (position.y == area.minY || position.y == area.maxY - 1)
      || position.x != start.x && (position.x == area.minX || position.x == area.maxX - 1)
    module.context.viewport.pointedItem = isAtEdge ? nil : module.workbench.cursor
    let cell = module.context.viewport.canvasPoint(at: position)
    // Back at the start, the item stays where it was.
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
