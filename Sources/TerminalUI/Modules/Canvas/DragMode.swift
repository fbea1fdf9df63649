import AppModules
import MortiseTerminal
import Workbench

/// The mode while the keyboard drags a block or a workspace comment.
final class DragMode: EditorController, IntentMode {
  /// What the keyboard drags.
  enum Load {
    /// The arrows go through the targets where it fits.
    case block
    /// The keys can also resize it.
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

  func statusText(on screen: EditorScreen) -> String { refusal ?? module.workbench.state.dragDescription ?? "" }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .mouse(let mouse): CanvasMouse.handle(mouse, module, on: screen)
    case .key(let key):
      refusal = nil
      press(key, on: screen)
    default: break
    }
  }

  func perform(_ intent: Intent) { refusal = module.workbench.perform(intent).refusal }

  func refusal(of intent: Intent) -> String? { module.workbench.refusal(of: intent) }

  func refuse(_ reason: String, on screen: EditorScreen) { refusal = reason }

  func drop() {
    module.pop(self)
    module.perform(.drop(by: .keyboard))
  }

  func cancel() {
    module.pop(self)
    module.perform(.cancelDrag(by: .keyboard))
  }
}
