import BlockEvents
import MortiseScreen
import MortiseTerminal
import Workbench

/// Handles the mouse on the canvas: moves the cursor, selects and drags, also during a keyboard drag.
enum CanvasMouse {
  static func handle(_ mouse: MouseEvent, _ module: CanvasModule, on screen: EditorScreen) {
    let viewport = module.context.viewport
    switch mouse.kind {
    case .press where mouse.button == .left && viewport.scrollbar?.contains(mouse.position) == true:
      module.isScrolling = true
      module.scroll(to: mouse.position)
    case .press where mouse.button == .left && viewport.area.contains(mouse.position):
      press(at: mouse.position, with: mouse.modifiers, module)
    case .press where mouse.button == .right && viewport.area.contains(mouse.position):
      openMenu(at: mouse.position, module)
    case .drag where module.isScrolling: module.scroll(to: mouse.position)
    case .drag:
      let isOverToolbox = screen.layout.toolbox.contains(mouse.position)
      let position = viewport.nearestPoint(to: mouse.position)
      module.mouseDrag?.move(to: position, isOverToolbox: isOverToolbox)
      module.selectionRectangle?.move(to: viewport.canvasPoint(at: position))
    case .release where module.isScrolling: module.isScrolling = false
    case .release:
      let (drag, rectangle) = (module.mouseDrag, module.selectionRectangle)
      module.mouseDrag = nil
      module.selectionRectangle = nil
      drag?.release()
      rectangle?.release()
    default: break
    }
  }

  /// Opens the menu of what applies to the item at a position. A blank place has none.
  private static func openMenu(at position: Point, _ module: CanvasModule) {
    let workbench = module.workbench
    guard !workbench.state.isPreviewing, module.mouseDrag == nil, module.selectionRectangle == nil else { return }
    let cell = module.context.viewport.canvasPoint(at: position)
    guard workbench.layout?.isBlank(at: cell) == false, let item = workbench.item(at: cell) else { return }
    workbench.perform(.focus(item))
    module.context.viewport.pointedItem = workbench.cursor
    module.emit(.open(.menu))
  }

  /// - Parameter modifiers: with Control, the press selects or unselects a block; with Shift or Alt, a drag takes one
  ///   block without those below it. Many terminals keep Shift for themselves.
  static func press(at position: Point, with modifiers: Modifiers = [], _ module: CanvasModule) {
    let workbench = module.workbench
    let withControl = modifiers.contains(.control)
    let cell = module.context.viewport.canvasPoint(at: position)
    guard let item = workbench.item(at: cell) else {
      workbench.announce(ClickEvent(target: .workspace, workspaceID: workbench.workspace.id))
      begin(at: cell, withControl, module) {
        if withControl { return }
        if !workbench.selectedIDs.isEmpty { module.perform(.clearSelection) }
        workbench.placeNewStack(at: cell)
        module.showStatus(CanvasMode.newStackHint)
      }
      return
    }
    let block = item.blockID.flatMap { workbench.workspace.blocks[$0] }
    workbench.announce(
      ClickEvent(target: block == nil ? .workspace : .block, blockID: block?.id, workspaceID: workbench.workspace.id))
    let wasSelected = workbench.cursor == item
    workbench.perform(.focus(item))
    module.context.viewport.pointedItem = workbench.cursor
    let takesStack = modifiers.isDisjoint(with: [.shift, .alt])
    let drag = MouseDrag(start: position, wasSelected: wasSelected, takesStack: takesStack, module: module)
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
