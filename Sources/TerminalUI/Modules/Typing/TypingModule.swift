import AppModules
import Workbench

/// The events of typed lines.
nonisolated enum TypingEvent: EditorEvent {
  case status(String)
  /// A line was taken.
  case taken

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct TypingContext: ProgramContext {
  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
}

/// Typing blocks as text: a window with a line and what it can become. The line must be open already.
final class TypingModule: ProgramModule<TypingContext, TypingEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { LinePopup(module: self) }
}
