import AppModules
import Workbench

/// The events of typed lines.
nonisolated enum TypingEvent: EditorEvent {
  case status(String)
}

/// The window for typing blocks as text: a line, and a list of its possible meanings.
final class TypingModule: EditorModule<LineSession, TypingEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { LinePopup(module: self) }
}
