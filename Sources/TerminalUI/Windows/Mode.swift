import AppModules
import BlockEvents
import Screen
import Terminal

/// Something that takes the keys: the canvas, or a window over it. Modes are stacked; the top one gets every event.
protocol Mode: ViewController {
  /// Does what an event means.
  func handle(_ event: InputEvent, in editor: EditorServices)

  /// The window to show, for a screen of this size; nil for none of its own.
  func window(in editor: EditorServices) -> ModeWindow?

  /// Where the cursor is on the screen, for a mode that is shown in a part of the screen; nil for where it is anyhow.
  func cursor(in editor: EditorServices) -> Point?

  /// What the status line says, the important words first.
  func words(in editor: EditorServices) -> String

  /// Whether it is a question that must be answered: whatever else is said, the status line tells of it.
  var isQuestion: Bool { get }

  /// The keys that the status line names.
  var hints: String { get }

  /// The first key and the hint of the command with a name; nil where the mode has no such command or hint now.
  func hint(ofCommandNamed name: String) -> String?

  /// Uses the command with a name, if the mode has one now: a part of the screen was clicked that stands for it.
  func use(commandNamed name: String, in editor: EditorServices)

  /// What the mode has open, as far as listeners to the view's events want to know.
  var opened: OpenedPart? { get }
}

/// What can be open in the view, in Blockly's terms.
enum OpenedPart: Equatable {
  case bubble(BubbleOpenEvent.Bubble, blockID: String)
  case toolbox(category: String)

  /// The event that tells of the opening, or of the closing.
  func event(isOpen: Bool, workspaceID: String) -> UIEvent {
    switch self {
    case .bubble(let bubble, let blockID):
      BubbleOpenEvent(blockID: blockID, isOpen: isOpen, bubble: bubble, workspaceID: workspaceID)
    case .toolbox(let category):
      ToolboxItemSelectEvent(
        oldItem: isOpen ? nil : category, newItem: isOpen ? category : nil, workspaceID: workspaceID)
    }
  }
}

/// A mode's window and the place of its cursor, from the window's corner.
struct ModeWindow {
  var layer: Layer
  var cursor: Point
}

extension Mode {
  func window(in editor: EditorServices) -> ModeWindow? { nil }
  func cursor(in editor: EditorServices) -> Point? { nil }
  var isQuestion: Bool { false }
  var opened: OpenedPart? { nil }
}
