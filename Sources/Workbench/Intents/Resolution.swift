import BlockEditing
import BlockLayout
import BlockModel
import MortiseScreen

/// What an intent means in the current program.
enum Resolution {
  /// Changes to the program that are undone as one step.
  case changes(Plan)
  case undo
  case redo
  /// Begins a preview.
  case preview(PreviewStart)
  /// Changes what a drag previews.
  case drag(any DragSession, DragUpdate)
  /// Puts something on the clipboard.
  case copy(Clipboard, statusMessage: String)
  /// Moves the cursor.
  case cursor(FocusItem, statusMessage: String?)
  /// Changes the selection, and moves the cursor unless `focus` is nil.
  case selection(SelectionChange, focus: FocusItem? = nil)
  /// Goes to the nearest item that is found.
  case search(SearchStep)
  case endSearch
  /// Goes back or forward to an item, past some items that no longer exist.
  case visit(VisitedItems.Direction, FocusItem, passed: Int)
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
    case .changes, .undo, .redo, .selection, .search, .endSearch, .visit: true
    case .preview, .drag, .copy, .cursor, .alreadyDone, .refused: false
    }
  }
}

/// A preview that an intent begins.
enum PreviewStart {
  /// Drags a workspace comment.
  case comment(WorkspaceComment, by: Pointer)
  /// Drags a block.
  /// - Parameters:
  ///   - bundle: the blocks that move together, joined to one stack, beginning with the block; empty to move only it.
  ///   - note: what the status line adds when the blocks were dropped.
  case block(Block, takesStack: Bool, bundle: [Block] = [], note: String = "", by: Pointer)
  /// Drags new blocks.
  case insertion(BlockSnapshot, at: Point, by: Pointer)
  /// Opens the dialog of a block's mutator.
  case mutation(Block, MutatorLayout)
}

/// A step of a search.
struct SearchStep {
  var query: SearchQuery
  var start: FocusItem?
  var forward = true
  /// Whether the item at the start counts itself.
  var includesStart = false
}

/// Changes that belong together, with the cursor and status message afterwards.
struct Plan {
  /// In the order in which they are applied. Only the first one may throw, so that a refusal changes nothing.
  var changes: [ProgramChange]
  var focus: FocusAfter
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
enum FocusAfter {
  /// Where it was, or nearby.
  case unchanged
  /// To an item that existed before.
  case item(FocusItem?)
  /// To the new item.
  case created
}
