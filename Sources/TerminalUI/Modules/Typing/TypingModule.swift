import AppModules
import Workbench

/// The events of typed lines.
nonisolated enum TypingEvent: EditorEvent {
  case status(String)
  /// A line was accepted.
  case accepted
}

/// Typing blocks as text: a window with a line and what it can become.
final class TypingModule: EditorModule<LineSession, TypingEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { LinePopup(module: self) }
}
