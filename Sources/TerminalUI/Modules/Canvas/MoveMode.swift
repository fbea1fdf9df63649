import AppModules
import Screen
import Terminal
import Workbench

/// A block is on its way: arrows go through the places where it fits.
final class MoveMode: EditorController, Mode {
  override var mode: (any Mode)? { self }
  private unowned let module: CanvasModule
  let hints = "↑ ↓ places  Enter drop  Esc put back"

  init(module: CanvasModule) { self.module = module }

  func words(in editor: EditorServices) -> String { editor.workbench.movingWords ?? "" }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    if case .mouse(let mouse) = event { return CanvasMouse.handle(mouse, module, in: editor) }
    guard case .key(let key) = event, let command = KeyMap.command(for: key, in: .moving) else { return }
    func carry(_ carrying: Carrying) { editor.workbench.perform(.carry(carrying, by: .keyboard)) }
    switch command {
    case .down: carry(.steps(1))
    case .up: carry(.steps(-1))
    case .freeLeft: carry(.nudge(columns: -2, rows: 0))
    case .freeRight: carry(.nudge(columns: 2, rows: 0))
    case .freeUp: carry(.nudge(columns: 0, rows: -1))
    case .freeDown: carry(.nudge(columns: 0, rows: 1))
    case .accept:
      editor.modes.pop(self)
      module.perform(.drop(by: .keyboard))
    case .cancel:
      editor.modes.pop(self)
      module.perform(.putBack(by: .keyboard))
    default: break
    }
  }
}
