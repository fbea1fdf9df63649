import BlockEvents
import Screen
import Terminal
import Workbench

/// Handles the mouse on the canvas: selects and drags, also during a keyboard drag.
enum CanvasMouse {
  static func handle(_ mouse: MouseEvent, _ module: CanvasModule, on screen: EditorScreen) {
    let viewport = module.context.viewport
    switch mouse.kind {
    case .press where mouse.button == .left && viewport.area.contains(mouse.position):
      press(at: mouse.position, module)
    case .drag:
      let isOverToolbox = screen.layout.toolbox.contains(mouse.position)
      module.mouseDrag?.move(to: viewport.nearestPoint(to: mouse.position), isOverToolbox: isOverToolbox)
    case .release:
      let ended = module.mouseDrag
      module.mouseDrag = nil
      ended?.release()
    default: break
    }
  }

  static func press(at position: Point, _ module: CanvasModule) {
    let workbench = module.workbench
    guard let item = workbench.item(at: module.context.viewport.canvasPoint(at: position)) else {
      workbench.announce(ClickEvent(target: .workspace, workspaceID: workbench.workspace.id))
      return
    }
    let block = item.blockID.flatMap { workbench.workspace.blocks[$0] }
    workbench.announce(
      ClickEvent(target: block == nil ? .workspace : .block, blockID: block?.id, workspaceID: workbench.workspace.id))
    let wasSelected = workbench.cursor == item
    workbench.perform(.focus(item))
    module.context.viewport.pointedItem = workbench.cursor
    module.mouseDrag = MouseDrag(start: position, wasSelected: wasSelected, module: module)
  }
}
