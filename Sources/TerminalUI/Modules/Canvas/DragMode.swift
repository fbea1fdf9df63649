import AppModules
import Terminal
import Workbench

/// A block or a workspace comment is on its way.
final class DragMode: EditorController, CommandMode {
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

  var commands: CommandTable<DragMode> {
    switch load {
    case .block: Self.blockCommands
    case .comment: Self.commentCommands
    }
  }

  func words(in editor: EditorServices) -> String { refusal ?? editor.workbench.state.dragDescription ?? "" }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .mouse(let mouse): CanvasMouse.handle(mouse, module, in: editor)
    case .key(let key):
      refusal = nil
      press(key, in: editor)
    default: break
    }
  }

  func perform(_ intent: Intent, in editor: EditorServices) { refusal = editor.workbench.perform(intent).refusal }

  func refuse(_ reason: String, in editor: EditorServices) { refusal = reason }

  func drop() {
    module.editor.modes.pop(self)
    module.perform(.drop(by: .keyboard))
  }

  func cancel() {
    module.editor.modes.pop(self)
    module.perform(.cancelDrag(by: .keyboard))
  }
}
