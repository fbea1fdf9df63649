import AppModules
import Screen
import Terminal
import Workbench

/// The canvas on the screen, and what its keys and the mouse mean.
final class CanvasMode: EditorController, Mode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  private unowned let module: CanvasModule
  let region = ScreenRegion.canvas
  let hints = "Enter edit  m move  t toolbox  ? keys"

  init(module: CanvasModule) { self.module = module }

  func words(in editor: EditorServices) -> String {
    let workbench = editor.workbench
    return workbench.dragDescription ?? workbench.cursorDescription
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key) where module.mouseDrag?.hasMoved == true:
      // While the button is held, the program is only previewed: nothing else may be done to it.
      if key.code == .escape {
        module.mouseDrag = nil
        module.perform(.cancelDrag(by: .mouse))
      }
    case .key(let key):
      if let command = KeyMap.command(for: key, in: .canvas) {
        perform(command, in: editor)
      } else {
        module.say("\(KeyMap.shown(key.description)) does nothing here; ? shows the keys")
      }
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollDown: editor.workbench.perform(.moveCursor(.rows(3)))
      case .scrollUp: editor.workbench.perform(.moveCursor(.rows(-3)))
      default: CanvasMouse.handle(mouse, module, in: editor)
      }
    case .paste: module.say("there is nothing to paste a text into; open a text field first")
    default: break
    }
  }

  func press(at position: Point, in editor: EditorServices) {
    CanvasMouse.press(at: position, module, in: editor)
  }

  // MARK: - Commands

  private func perform(_ command: EditorCommand, in editor: EditorServices) {
    if let intent = intent(for: command, in: editor) {
      if case .moveCursor = intent {
        guard let end = editor.workbench.perform(intent).refusal else { return }
        module.say("\(end) · \(editor.workbench.cursorDescription)")
      } else {
        module.perform(intent)
      }
      return
    }
    switch command {
    case .edit: module.edit()
    case .mutator: module.mutate()
    case .toolbox: module.emit(.toolboxRequested)
    case .move, .moveStack: module.startMove(takesStack: command == .moveStack)
    case .comment: module.editComment()
    case .newComment: module.emit(.newCommentRequested)
    case .variables: module.emit(.variablesRequested)
    case .properties: module.wantProperties()
    case .bookmark: module.wantBookmark()
    case .bookmarks: module.wantBookmarks()
    case .eventLog: module.emit(.eventLogRequested)
    case .save: module.emit(.saveRequested)
    case .saveAs: module.emit(.saveAsRequested)
    case .quit: module.emit(.quitRequested)
    case .help: module.emit(.helpRequested)
    case .suspend: editor.device.suspend()
    case .mouseSwitch: switchMouse(in: editor)
    default: break
    }
  }

  /// What a command means for the program, if it is that alone.
  private func intent(for command: EditorCommand, in editor: EditorServices) -> Intent? {
    let page = max(1, editor.screen.canvas.height - 2)
    return switch command {
    case .up: .moveCursor(.up)
    case .down: .moveCursor(.down)
    case .left: .moveCursor(.left)
    case .right: .moveCursor(.right)
    case .firstItem: .moveCursor(.first)
    case .lastItem: .moveCursor(.last)
    case .pageUp: .moveCursor(.rows(-page))
    case .pageDown: .moveCursor(.rows(page))
    case .nextStack: .moveCursor(.nextStack)
    case .previousStack: .moveCursor(.previousStack)
    case .outward: .moveCursor(.outward)
    case .delete: .delete
    case .duplicate: .duplicate
    case .detach: .detach
    case .collapse: .toggleCollapsed
    case .collapseAll: .toggleAllCollapsed
    case .disable: .toggleDisabled
    case .prune: .prune
    case .pruneWorkspace: .pruneWorkspace
    case .undo: .undo
    case .redo: .redo
    default: nil
    }
  }

  private func switchMouse(in editor: EditorServices) {
    module.isMouseEnabled.toggle()
    editor.device.setMouse(enabled: module.isMouseEnabled)
    module.say(module.isMouseEnabled ? "mouse on" : "mouse off: the terminal selects text")
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
