import AppModules
import Terminal
import Workbench

/// A block or a workspace comment is on its way.
final class DragMode: EditorController, Mode {
  /// What is on its way.
  enum Load {
    /// Arrows go through the places where it fits.
    case block
    /// It may get another size, too.
    case comment
  }

  override var mode: (any Mode)? { self }
  private unowned let module: CanvasModule
  private let load: Load
  /// Why the last key did nothing.
  private var refusal: String?

  init(_ load: Load, module: CanvasModule) {
    self.load = load
    self.module = module
  }

  var hints: String {
    switch load {
    case .block: "↑ ↓ places  Enter drop  Esc put back"
    case .comment: "arrows move  HJKL size  Enter keep"
    }
  }

  func words(in editor: EditorServices) -> String { refusal ?? editor.workbench.state.dragDescription ?? "" }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    if case .mouse(let mouse) = event { return CanvasMouse.handle(mouse, module, in: editor) }
    let context: KeyMap.Context = load == .block ? .moving : .commentDrag
    guard case .key(let key) = event, let command = KeyMap.command(for: key, in: context) else { return }
    refusal = nil
    switch command {
    case .accept:
      editor.modes.pop(self)
      module.perform(.drop(by: .keyboard))
    case .cancel:
      editor.modes.pop(self)
      module.perform(.cancelDrag(by: .keyboard))
    default:
      guard let update = Self.update(for: command) else { return }
      refusal = editor.workbench.perform(.updateDrag(update, by: .keyboard)).refusal
    }
  }

  private static func update(for command: EditorCommand) -> DragUpdate? {
    switch command {
    case .down: .destinations(1)
    case .up: .destinations(-1)
    case .freeLeft: .nudge(columns: -2, rows: 0)
    case .freeRight: .nudge(columns: 2, rows: 0)
    case .freeUp: .nudge(columns: 0, rows: -1)
    case .freeDown: .nudge(columns: 0, rows: 1)
    case .narrower: .grow(columns: -1, rows: 0)
    case .wider: .grow(columns: 1, rows: 0)
    case .shorter: .grow(columns: 0, rows: -1)
    case .taller: .grow(columns: 0, rows: 1)
    default: nil
    }
  }
}
