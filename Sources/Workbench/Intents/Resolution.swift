import BlockLayout
import BlockModel
import MortiseScreen

/// What an intent means in the current program.
public enum Resolution {
  /// Changes to the program that are undone as one step.
  case changes(Plan)
  /// Undo or redo.
  case history(HistoryAction)
  /// Starts, updates or ends a preview.
  case preview((WorkbenchController) -> IntentOutcome)
  /// Puts something on the clipboard.
  case copy(Clipboard, statusMessage: String)
  /// Moves the cursor.
  case cursor(FocusItem, statusMessage: String?)
  /// Changes the selection, and moves the cursor unless `focus` is nil.
  case selection(SelectionChange, focus: FocusItem? = nil)
  /// Starts, changes or ends a search, or goes through visited places.
  case finding((WorkbenchController) -> IntentOutcome)
  /// Nothing to do: the program is already as requested. This is not a refusal.
  case alreadyDone(statusMessage: String)
  /// The intent is not possible.
  /// - Parameter reason: for the status line.
  case refused(reason: String)

  /// Why the intent is not possible; nil if it is.
  var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }

  /// Whether it must not be carried out during a preview.
  var needsRealProgram: Bool {
    switch self {
    case .changes, .history, .selection, .finding: true
    case .preview, .copy, .cursor, .alreadyDone, .refused: false
    }
  }
}

public enum HistoryAction {
  case undo, redo
}

/// Changes that belong together, with the cursor and status message afterwards.
public struct Plan {
  /// In the order in which they are applied. Only the first one may throw, so that a refusal changes nothing.
  public var changes: [ProgramChange]
  public var focus: FocusAfter
  /// What goes to the clipboard; nil if it stays as it is.
  var copied: Clipboard?
  /// Whether nothing stays selected.
  var clearsSelection = false
  /// The status message after the changes; nil for the description of the item at the cursor.
  /// - Parameter isChanged: whether the changes added an undo step.
  var statusMessage: (_ state: IntentState, _ isChanged: Bool) -> String?

  init(
    _ changes: [ProgramChange], focus: FocusAfter = .unchanged,
    statusMessage: @escaping (_ state: IntentState, _ isChanged: Bool) -> String?
  ) {
    self.changes = changes
    self.focus = focus
    self.statusMessage = statusMessage
  }

  init(_ changes: [ProgramChange], focus: FocusAfter = .unchanged, statusMessage: String?) {
    self.init(changes, focus: focus) { _, _ in statusMessage }
  }
}

/// Where the cursor goes after changes.
public enum FocusAfter {
  /// Where it was, or nearby.
  case unchanged
  /// To an item that existed before.
  case item(FocusItem?)
  /// To the new item.
  case created
}
