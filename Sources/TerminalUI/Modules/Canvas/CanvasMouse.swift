import BlockEvents
import Screen
import Terminal
import Workbench

/// Handles the mouse on the canvas: moves the cursor, selects and drags, also during a keyboard drag.
enum CanvasMouse {
  static func handle(_ mouse: MouseEvent, _ module: CanvasModule, on screen: EditorScreen) {
    let viewport = module.context.viewport
    switch mouse.kind {
    case .press where mouse.button == .left && viewport.area.contains(mouse.position):
      press(at: mouse.position, withControl: mouse.modifiers.contains(.control), module)
    case .drag:
      let isOverToolbox = screen.layout.toolbox.contains(mouse.position)
      let position = viewport.nearestPoint(to: mouse.position)
      module.mouseDrag?.move(to: position, isOverToolbox: isOverToolbox)
      module.selectionRectangle?.move(to: viewport.canvasPoint(at: position))
    case .release:
      let (drag, rectangle) = (module.mouseDrag, module.selectionRectangle)
      module.mouseDrag = nil
      module.selectionRectangle = nil
      drag?.release()
      rectangle?.release()
    default: break
    }
  }

  /// - Parameter withControl: whether the press selects or unselects a block.
  static func press(at position: Point, withControl: Bool = false, _ module: CanvasModule) {
    let workbench = module.workbench
    let cell = module.context.viewport.canvasPoint(at: position)
    guard let item = workbench.item(at: cell) else {
      workbench.announce(ClickEvent(target: .workspace, workspaceID: workbench.workspace.id))
      begin(at: cell, withControl, module) {
        if !withControl, !workbench.selectedIDs.isEmpty { module.perform(.clearSelection) }
      }
      return
    }
    let block = item.blockID.flatMap { workbench.workspace.blocks[$0] }
    workbench.announce(
      ClickEvent(target: block == nil ? .workspace : .block, blockID: block?.id, workspaceID: workbench.workspace.id))
    let wasSelected = workbench.cursor == item
    workbench.perform(.focus(item))
    module.context.viewport.pointedItem = workbench.cursor
    let drag = MouseDrag(start: position, wasSelected: wasSelected, module: module)
    let click = { if withControl { module.perform(.toggleSelected) } else { drag.release() } }
    // Beside the rows of a block, a drag draws a rectangle, and a click still takes the row's block.
    if workbench.layout?.isBlank(at: cell) == true, !workbench.state.isPreviewing {
      begin(at: cell, withControl, module, click: click)
    } else if withControl {
      click()
    } else {
      module.mouseDrag = drag
    }
  }

  /// Begins a rectangle that selects blocks, except during a preview.
  private static func begin(
    at cell: Point, _ withControl: Bool, _ module: CanvasModule, click: @escaping () -> Void
  ) {
    if module.workbench.state.isPreviewing { return }
    module.selectionRectangle = SelectionRectangle(start: cell, isAdding: withControl, module: module, click: click)
  }
}
