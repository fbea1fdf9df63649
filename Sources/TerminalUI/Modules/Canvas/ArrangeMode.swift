import AppModules
import BlockModel
import Terminal
import Workbench

/// A workspace comment is on its way, or gets another size.
final class ArrangeMode: EditorController, Mode {
  override var mode: (any Mode)? { self }
  private unowned let module: CanvasModule
  let hints = "arrows move  HJKL size  Enter keep"
  /// Why the last key did nothing.
  private var refusal: String?

  init(module: CanvasModule) { self.module = module }

  func words(in editor: EditorServices) -> String { refusal ?? editor.workbench.movingWords ?? "" }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    if case .mouse(let mouse) = event { return CanvasMouse.handle(mouse, module, in: editor) }
    guard case .key(let key) = event, let command = KeyMap.command(for: key, in: .arranging)
    else { return }
    refusal = nil
    func carry(_ carrying: Carrying) {
      refusal = editor.workbench.perform(.carry(carrying, by: .keyboard)).refusal
    }
    switch command {
    case .freeLeft: carry(.nudge(columns: -2, rows: 0))
    case .freeRight: carry(.nudge(columns: 2, rows: 0))
    case .freeUp: carry(.nudge(columns: 0, rows: -1))
    case .freeDown: carry(.nudge(columns: 0, rows: 1))
    case .narrower: carry(.grow(columns: -1, rows: 0))
    case .wider: carry(.grow(columns: 1, rows: 0))
    case .shorter: carry(.grow(columns: 0, rows: -1))
    case .taller: carry(.grow(columns: 0, rows: 1))
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
