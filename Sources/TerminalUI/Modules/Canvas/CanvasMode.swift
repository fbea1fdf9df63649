import AppModules
import Screen
import Terminal
import Workbench

/// The canvas on the screen, and what its keys and the mouse mean.
final class CanvasMode: EditorController, CommandMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  unowned let module: CanvasModule
  let region = ScreenRegion.canvas

  init(module: CanvasModule) { self.module = module }

  private var isMouseDragging: Bool { module.mouseDrag?.hasMoved == true }

  var commands: CommandTable<CanvasMode> { isMouseDragging ? Self.mouseDragCommands : Self.canvasCommands }

  /// What the title line names stays there while the mouse drags.
  func hint(ofCommandNamed name: String) -> String? {
    Self.canvasCommands.hint(ofCommandNamed: name, in: self)
  }

  func words(in editor: EditorServices) -> String {
    let workbench = editor.workbench
    return workbench.state.dragDescription ?? workbench.state.cursorDescription
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): press(key, in: editor)
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollDown: editor.workbench.perform(.moveCursor(.rows(3)))
      case .scrollUp: editor.workbench.perform(.moveCursor(.rows(-3)))
      default: CanvasMouse.handle(mouse, module, in: editor)
      }
    case .paste: module.showStatus("there is nothing to paste a text into; open a text field first")
    default: break
    }
  }

  func press(at position: Point, in editor: EditorServices) {
    CanvasMouse.press(at: position, module, in: editor)
  }

  // MARK: - Commands

  func perform(_ intent: Intent, in editor: EditorServices) {
    guard case .moveCursor = intent else {
      module.perform(intent)
      return
    }
    guard let end = editor.workbench.perform(intent).refusal else { return }
    module.showStatus("\(end) · \(editor.workbench.state.cursorDescription)")
  }

  func refuse(_ reason: String, in editor: EditorServices) { module.showStatus(reason) }

  /// The rows that page up and page down move by.
  var pageRows: Int { max(1, module.editor.screen.canvas.height - 2) }

  func toggleMouse(in editor: EditorServices) {
    module.isMouseEnabled.toggle()
    editor.device.setMouse(enabled: module.isMouseEnabled)
    module.showStatus(module.isMouseEnabled ? "mouse on" : "mouse off: the terminal selects text")
  }

  // MARK: - Drawing

  func draw(on grid: inout CellGrid, in area: Rect, _ editor: EditorServices) {
    guard let layout = editor.workbench.layout else { return }
    let view = CanvasView(layout: layout, theme: editor.theme, focus: editor.workbench.cursor)
    view.draw(on: &grid, in: area, scroll: editor.scroll)
    if editor.workbench.cursor == nil {
      let words = "An empty program. Press t for the toolbox, ? for help."
      _ = grid.write(words, at: Point(x: area.minX + 2, y: area.minY + 1), style: editor.theme.hint, clip: area)
    }
  }
}
