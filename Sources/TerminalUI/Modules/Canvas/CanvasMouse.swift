import BlockEvents
import BlockLayout
import BlockModel
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

  /// Opens the menu of the item at a position, or of a blank place.
  private static func openMenu(at position: Point, _ module: CanvasModule) {
    let workbench = module.workbench
    guard !workbench.state.isPreviewing, module.mouseDrag == nil, module.selectionRectangle == nil else { return }
    let cell = module.context.viewport.canvasPoint(at: position)
    guard workbench.layout?.isBlank(at: cell) == false, let item = workbench.item(at: cell) else {
      workbench.placeNewStack(at: cell)
      return module.emit(.open(.blankMenu(at: position)))
    }
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
    if let ghost = workbench.layout?.blockOfGhost(at: cell) {
      workbench.perform(.focus(.block(id: ghost.id)))
      module.context.viewport.pointedItem = workbench.cursor
      return module.showStatus(workbench.perform(.tellChange).sentence)
    }
    let block = item.blockID.flatMap { workbench.workspace.blocks[$0] }
    workbench.announce(
      ClickEvent(target: block == nil ? .workspace : .block, blockID: block?.id, workspaceID: workbench.workspace.id))
    // A click on a value that can be typed, on the sign of a dropdown, or on the block at the cursor opens it.
    let opens =
      workbench.cursor == item || block != nil && workbench.cursorBlock === block
      || workbench.layout?.opensAtOnce(at: cell) == true
    workbench.perform(.focus(item))
    module.context.viewport.pointedItem = workbench.cursor
    let takesStack = modifiers.isDisjoint(with: [.shift, .alt])
    let drag = MouseDrag(start: position, opens: opens, takesStack: takesStack, module: module)
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

/// A press of the mouse button on the canvas: a click, or a drag once the mouse has moved.
final class MouseDrag {
  private let start: Point
  /// Whether a click opens the item.
  private let opens: Bool
  /// Whether the blocks below a dragged block come along.
  private let takesStack: Bool
  private unowned let module: CanvasModule
  /// Whether a block or comment is being dragged.
  private(set) var hasMoved = false
  private var isOverToolbox = false
  /// The offset of the press from the dragged item's first cell.
  private var dragOffset = Point.zero

  init(start: Point, opens: Bool, takesStack: Bool, module: CanvasModule) {
    self.module = module
    self.start = start
    self.opens = opens
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
    } else if opens, !module.workbench.state.isPreviewing {
      module.run(module.edit)
    }
  }
}

/// A rectangle that the mouse draws from a blank cell of the canvas. It selects the blocks that it touches.
final class SelectionRectangle {
  /// The cell of the canvas where the button was pressed.
  private let start: Point
  private var end: Point
  /// The blocks that stay selected, whatever the rectangle touches.
  private let kept: Set<String>
  /// The blocks that were selected when the button was pressed.
  private let before: Set<String>
  /// The blocks touched or kept at the last move.
  private var latest: Set<String>
  private unowned let module: CanvasModule
  /// Whether the mouse has left the first cell.
  private(set) var hasMoved = false

  /// Called when the button is released in the first cell.
  private let click: () -> Void

  /// - Parameters:
  ///   - isAdding: whether the blocks selected so far stay selected.
  ///   - click: called when the button is released in the first cell.
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

  /// Draws the outline on blank cells.
  /// - Parameter offset: the offset from cells of the canvas to cells of the screen.
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
    // The rectangle may be completely outside after the screen has become smaller.
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
