import BlockEvents
import Screen
import Terminal
import Workbench

/// The mouse on the canvas: selecting and dragging, also while the keyboard has something on its way.
enum CanvasMouse {
  static func handle(_ mouse: MouseEvent, _ module: CanvasModule, in editor: EditorServices) {
    let area = editor.screen.canvas
    switch mouse.kind {
    case .press where mouse.button == .left && area.contains(mouse.position):
      press(at: mouse.position, module, in: editor)
    case .drag:
      let isOverToolbox = editor.screen.toolbox.contains(mouse.position)
      module.mouseDrag?.move(to: clamp(mouse.position, to: area), isOverToolbox: isOverToolbox, in: editor)
    case .release:
      let ended = module.mouseDrag
      module.mouseDrag = nil
      ended?.release()
    default: break
    }
  }

  static func press(at position: Point, _ module: CanvasModule, in editor: EditorServices) {
    let workbench = editor.workbench
    let cell = position - editor.screen.canvas.origin + editor.scroll
    guard let item = workbench.item(at: cell) else {
      workbench.announce(ClickEvent(target: .workspace, workspaceID: workbench.workspace.id))
      return
    }
    let block = item.blockID.flatMap { workbench.workspace.blocks[$0] }
    workbench.announce(
      ClickEvent(target: block == nil ? .workspace : .block, blockID: block?.id, workspaceID: workbench.workspace.id))
    let wasSelected = workbench.cursor == item
    workbench.perform(.focus(item))
    module.mouseDrag = MouseDrag(start: position, wasSelected: wasSelected, module: module)
  }

  private static func clamp(_ position: Point, to area: Rect) -> Point {
    Point(
      x: min(max(position.x, area.minX), area.maxX - 1), y: min(max(position.y, area.minY), area.maxY - 1))
  }
}
