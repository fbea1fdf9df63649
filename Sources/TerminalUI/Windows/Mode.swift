import AppModules
import BlockEvents
import MortiseScreen
import MortiseTerminal
import ProgramJournal

/// Handles the keys: the canvas, or a window over it. Modes are stacked, and the top one gets every event.
protocol Mode: ViewController {
  /// Handles an input event.
  func handle(_ event: InputEvent, on screen: EditorScreen)

  /// Called when all input is handled, before anything is drawn.
  func willShow()

  /// Returns the window to show, for the current screen size; nil if the mode has none.
  func window(on screen: EditorScreen) -> ModeWindow?

  /// Returns the cursor's position on the screen, for a mode shown in a part of it; nil for the default position.
  func cursor(on screen: EditorScreen) -> Point?

  /// Returns the text of the status line, most important words first.
  func statusText(on screen: EditorScreen) -> String

  /// The line of text that the mode edits; nil if it edits none. A plain screen shows it instead of the window.
  var typedLine: TypedLine? { get }

  /// Whether the last part of `statusText` is the title, which the window's frame also shows.
  var endsInTitle: Bool { get }

  /// Whether `statusText` begins with a reason, which is cut last.
  var tellsReason: Bool { get }

  /// Whether `statusText` is the reason why typed text is refused.
  var saysRefusal: Bool { get }

  /// The keys that the status line proposes after `statusText`, with their separator; empty if it proposes none.
  var statusHint: String { get }

  /// Whether the mode is a question that must be answered. The status line shows it together with any other message.
  var isQuestion: Bool { get }

  /// The keys shown on the status line.
  var hints: String { get }

  /// The shorter texts that can replace `hints` if the status line's text leaves less room, from the longest to the
  /// shortest.
  var shorterHints: [String] { get }

  /// Whether keys without a command of the mode may have a global one.
  var takesGlobalKeys: Bool { get }

  /// Returns the first key and the hint of the command with a name; nil if the mode currently has no such command or
  /// hint.
  func hint(ofCommandNamed name: String) -> String?

  /// The row of the mode's window that shows hints, counted from the last one.
  var hintRow: Int { get }

  /// Returns the keys of a command that a hint shows as a text, such as `⇧F5`; nil if no command has them.
  func keys(shownAs text: String) -> [Key]?

  /// Performs the command with a name, if the mode currently has it. Called when the user clicks a word on the screen
  /// that names the command.
  func perform(commandNamed name: String, on screen: EditorScreen)

  /// The commands that the user can choose from a list; empty if they are only for the mode's own window.
  var commandEntries: [CommandEntry] { get }

  /// The part of the view that the mode has open, for Blockly's UI events; nil if none.
  var opened: OpenedPart? { get }

  /// The kind of dialog of the mode, for drafts; nil for none.
  var dialog: DialogDraft.Dialog? { get }

  /// The user's unapplied input, for the journal; nil if there is none.
  var draft: DialogDraft? { get }
}

/// A part of the view that can be open, in Blockly's terms.
enum OpenedPart: Equatable {
  case bubble(BubbleOpenEvent.Bubble, blockID: String)
  case toolbox(category: String)

  /// Returns the event for opening or closing the part.
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

/// A mode's window, and its cursor relative to the window's origin.
struct ModeWindow {
  var layer: Layer
  var cursor: Point
  /// The text that is edited beside the window; nil if it is in the window, or if there is none.
  var line: Layer?
}

/// A line of text that a mode edits.
struct TypedLine {
  /// The words before the text, such as “number”.
  var label: String
  var entry: TextEntry
}

extension Mode {
  var typedLine: TypedLine? { nil }
  var endsInTitle: Bool { true }
  var tellsReason: Bool { false }
  var saysRefusal: Bool { false }
  func willShow() {}
  func window(on screen: EditorScreen) -> ModeWindow? { nil }
  func cursor(on screen: EditorScreen) -> Point? { nil }
  var statusHint: String { "" }
  var isQuestion: Bool { false }
  var shorterHints: [String] { [] }
  var takesGlobalKeys: Bool { true }
  var hintRow: Int { 0 }
  func keys(shownAs text: String) -> [Key]? { nil }
  var commandEntries: [CommandEntry] { [] }
  var opened: OpenedPart? { nil }
  var dialog: DialogDraft.Dialog? { nil }
  var draft: DialogDraft? { nil }
}

/// A view controller of the editor: a part of the screen, a mode that takes the keys, or both. It has a property for
/// each, as casts to protocols are slow enough to delay the first frame.
public class EditorController: ViewController {
  public var attachment: ViewControllerAttachment?

  init() {}

  /// Windows override this to clean up, however they are closed.
  public func viewDidDisappear() {}

  var part: (any ScreenPart)? { nil }
  var mode: (any Mode)? { nil }
}
