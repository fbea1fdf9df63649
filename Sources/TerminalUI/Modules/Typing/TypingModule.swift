import AppModules
import Workbench

/// The events of typed lines.
nonisolated enum TypingEvent: EditorEvent {
  case status(String)
  /// A line was taken.
  case taken
}

/// Typing blocks as text: a window with a line and what it can become. The line must be open already.
final class TypingModule: EditorModule<Void, TypingEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { LinePopup(module: self) }
}
