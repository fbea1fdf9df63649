import BlockModel
import Terminal
import Workbench

/// A workspace comment is on its way, or gets another size.
final class ArrangeMode: Mode {
  let hints = "arrows move  HJKL size  Enter keep"
  /// Why the last key did nothing.
  private var refusal: String?

  func words(in editor: Editor) -> String { refusal ?? editor.workbench.movingWords ?? "" }

  func handle(_ event: InputEvent, in editor: Editor) {
    if case .mouse(let mouse) = event { return CanvasMouse.handle(mouse, in: editor) }
    guard case .key(let key) = event, let command = KeyMap.command(for: key, in: .arranging),
      let session = editor.workbench.arranging(by: .keyboard)
    else { return }
    refusal = nil
    do throws(FieldRefusal) {
      try perform(command, on: session, in: editor)
    } catch {
      refusal = error.reason
    }
  }

  private func perform(
    _ command: EditorCommand, on session: CommentSession, in editor: Editor
  ) throws(FieldRefusal) {
    switch command {
    case .freeLeft: try session.nudge(columns: -2, rows: 0)
    case .freeRight: try session.nudge(columns: 2, rows: 0)
    case .freeUp: try session.nudge(columns: 0, rows: -1)
    case .freeDown: try session.nudge(columns: 0, rows: 1)
    case .narrower: try session.grow(columns: -1, rows: 0)
    case .wider: try session.grow(columns: 1, rows: 0)
    case .shorter: try session.grow(columns: 0, rows: -1)
    case .taller: try session.grow(columns: 0, rows: 1)
    case .accept:
      editor.pop(self)
      editor.message = editor.workbench.drop(by: .keyboard)
    case .cancel:
      editor.pop(self)
      editor.message = editor.workbench.cancelMove(by: .keyboard)
    default: break
    }
  }
}
