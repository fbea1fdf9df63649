import BlockLayout
import BlockModel
import Screen
import Terminal
import Workbench

/// The canvas: moving about, editing, and calling the windows.
final class CanvasMode: Mode {
  let hints = "Enter edit  m move  t toolbox  ? keys"

  func words(in editor: Editor) -> String {
    let workbench = editor.workbench
    return workbench.movingWords ?? workbench.cursorWords
  }

  func handle(_ event: InputEvent, in editor: Editor) {
    switch event {
    case .key(let key) where editor.mouseDrag?.hasMoved == true:
      // While the button is held, the program is only rehearsed: nothing else may be done to it.
      if key.code == .escape {
        editor.mouseDrag = nil
        editor.perform(.putBack(by: .mouse))
      }
    case .key(let key):
      if let command = KeyMap.command(for: key, in: .canvas) {
        perform(command, in: editor)
      } else {
        editor.message = "\(KeyMap.shown(key.description)) does nothing here; ? shows the keys"
      }
    case .mouse(let mouse): handle(mouse, in: editor)
    case .paste: editor.message = "there is nothing to paste a text into; open a text field first"
    default: break
    }
  }

  // MARK: - Commands

  func perform(_ command: EditorCommand, in editor: Editor) {
    let page = max(1, editor.screen.canvas.height - 2)
    switch command {
    case .up: move(.up, in: editor)
    case .down: move(.down, in: editor)
    case .left: move(.left, in: editor)
    case .right: move(.right, in: editor)
    case .firstItem: move(.first, in: editor)
    case .lastItem: move(.last, in: editor)
    case .pageUp: move(.rows(-page), in: editor)
    case .pageDown: move(.rows(page), in: editor)
    case .nextStack: move(.nextStack, in: editor)
    case .previousStack: move(.previousStack, in: editor)
    case .outward: move(.outward, in: editor)
    case .edit: FieldEditor.edit(in: editor)
    case .mutator: MutatorWindows.open(in: editor)
    case .toolbox: ToolboxWindows.openCategories(in: editor)
    case .move, .moveStack: startMove(takesStack: command == .moveStack, in: editor)
    case .delete: editor.perform(.delete)
    case .duplicate: editor.perform(.duplicate)
    case .detach: editor.perform(.detach)
    case .collapse: editor.perform(.toggleCollapsed)
    case .collapseAll: editor.perform(.toggleAllCollapsed)
    case .disable: editor.perform(.toggleDisabled)
    case .prune: editor.perform(.prune)
    case .pruneWorkspace: editor.perform(.pruneWorkspace)
    case .comment: CommentWindows.editComment(in: editor)
    case .newComment: CommentWindows.makeComment(in: editor)
    case .variables: VariableWindows.open(in: editor)
    case .properties: PropertyWindows.open(in: editor)
    case .bookmark: BookmarkWindows.set(in: editor)
    case .bookmarks: BookmarkWindows.open(in: editor)
    case .undo: editor.perform(.undo)
    case .redo: editor.perform(.redo)
    case .save: FileWindows.save(in: editor)
    case .saveAs: FileWindows.askName(in: editor)
    case .quit: FileWindows.quit(in: editor)
    case .help:
      editor.push(
        HelpMode(title: "Keys", lines: HelpText.lines(editor.repertoire), hanging: HelpText.wordsColumn))
    case .suspend: editor.device.suspend()
    case .redraw: break
    case .mouseSwitch:
      editor.isMouseEnabled.toggle()
      editor.device.setMouse(enabled: editor.isMouseEnabled)
      editor.message = editor.isMouseEnabled ? "mouse on" : "mouse off: the terminal selects text"
    case .accept, .cancel, .freeLeft, .freeRight, .freeUp, .freeDown, .narrower, .wider, .shorter, .taller: break
    case .addPart, .addOther, .removePart, .partUp, .partDown, .rename, .takeVariable, .toggle: break
    }
  }

  private func move(_ step: CursorStep, in editor: Editor) {
    guard let end = editor.workbench.perform(.moveCursor(step)).refusal else { return }
    editor.message = "\(end) · \(editor.workbench.cursorWords)"
  }

  private func startMove(takesStack: Bool, in editor: Editor) {
    if let reason = editor.workbench.perform(.lift(takesStack: takesStack, by: .keyboard)).refusal {
      editor.message = reason
    } else {
      editor.push(editor.workbench.arranging(by: .keyboard) == nil ? MoveMode() : ArrangeMode())
    }
  }

  // MARK: - Mouse

  private func handle(_ mouse: MouseEvent, in editor: Editor) {
    switch mouse.kind {
    case .scrollDown: scroll(3, in: editor)
    case .scrollUp: scroll(-3, in: editor)
    case .press where mouse.button == .left:
      if editor.screen.toolbox.contains(mouse.position) {
        ToolboxWindows.openCategory(atRow: mouse.position.y - editor.screen.toolbox.minY - 1, in: editor)
      } else if let command = TitleLine(editor: editor).command(at: mouse.position) {
        perform(command, in: editor)
      } else {
        CanvasMouse.handle(mouse, in: editor)
      }
    default: CanvasMouse.handle(mouse, in: editor)
    }
  }

  private func scroll(_ rows: Int, in editor: Editor) {
    editor.workbench.perform(.moveCursor(.rows(rows)))
  }
}
