import AppModules
import Workbench

/// The events of typed lines.
nonisolated enum TypingEvent: EditorEvent {
  case status(String)
  /// A line was accepted.
  case accepted

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct TypingContext: ProgramContext {
  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let viewport: Viewport
  let line: LineSession
}

/// Typing blocks as text: a window with a line and what it can become.
final class TypingModule: ProgramModule<TypingContext, TypingEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { LinePopup(module: self) }
}
