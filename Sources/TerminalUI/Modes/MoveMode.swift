import Screen
import Terminal

/// A block is on its way: arrows go through the places where it fits.
final class MoveMode: Mode {
  let hints = "↑ ↓ places  Enter drop  Esc put back"

  func words(in editor: Editor) -> String { editor.workbench.movingWords ?? "" }

  func handle(_ event: InputEvent, in editor: Editor) {
    if case .mouse(let mouse) = event { return CanvasMouse.handle(mouse, in: editor) }
    guard case .key(let key) = event, let command = KeyMap.command(for: key, in: .moving),
      let session = editor.workbench.moving(by: .keyboard)
    else { return }
    switch command {
    case .down: session.step(1)
    case .up: session.step(-1)
    case .freeLeft: session.nudge(columns: -2, rows: 0)
    case .freeRight: session.nudge(columns: 2, rows: 0)
    case .freeUp: session.nudge(columns: 0, rows: -1)
    case .freeDown: session.nudge(columns: 0, rows: 1)
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
