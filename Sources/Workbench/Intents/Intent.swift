import BlockEditing
import BlockLayout
import BlockModel
import MortiseScreen

/// A request of the user. Key presses, the mouse, menus and the command line make intents.
/// `WorkbenchController.perform` resolves an intent into changes and makes them, as one event group and one undo step.
///
/// Each intent is a static member of this type, declared beside its resolution in `Intents/Resolving`.
public struct Intent {
  /// A stable name: `duplicate`.
  public let name: String
  /// Whether it inserts the clipboard, which another running editor may have filled.
  public let readsClipboard: Bool
  /// Whether it moves the cursor by a `CursorMotion`.
  public let isMotion: Bool
  /// Whether it goes to a place that may be far away, from which the user may want to return.
  let isJump: Bool
  /// Whether its keys do something else in other programs, so that its change may surprise.
  package let isSurprising: Bool
  /// Whether it removes blocks that can then be pasted.
  package let isCut: Bool
  /// Whether it takes all selected blocks.
  package let takesSelection: Bool
  /// The preview that it ends. The intent is resolved when nothing is previewed.
  let ends: Preview.ID?
  let repetition: Repetition
  /// Resolves the intent in the current program: to the changes that perform it, or to the reason why it is not
  /// possible. Changes nothing.
  let resolve: (IntentResolver) -> Resolution

  /// The effect of `repeatChange` after the intent changed the program.
  enum Repetition {
    /// Makes the same change again.
    case same
    /// Makes the same change to the item at the cursor.
    case atCursor((IntentResolver) -> Resolution)
    case impossible(reason: String)
    /// Repeats the change before it.
    case ofEarlier
    /// The intent undoes or redoes a change, and isn't a change itself.
    case never
  }

  init(
    _ name: String, readsClipboard: Bool = false, isMotion: Bool = false, isJump: Bool = false,
    isSurprising: Bool = false, isCut: Bool = false, takesSelection: Bool = false, ends: Preview.ID? = nil,
    repetition: Repetition = .same, _ resolve: @escaping (IntentResolver) -> Resolution
  ) {
    self.name = name
    self.readsClipboard = readsClipboard
    self.isMotion = isMotion
    self.isJump = isJump
    (self.isSurprising, self.isCut, self.takesSelection) = (isSurprising, isCut, takesSelection)
    self.ends = ends
    self.repetition = repetition
    self.resolve = resolve
  }
}

/// Resolves an intent in the current program. Changes nothing.
func resolve(_ intent: Intent, _ state: IntentState) -> Resolution { intent.resolve(IntentResolver(state: state)) }

/// Resolves intents, with one extension for each group of intents.
struct IntentResolver {
  let state: IntentState

  var workspace: Workspace { state.workspace }

  /// Looks up a block by an id from a view. The block may have been deleted since.
  func block(_ id: String, _ resolution: (Block) -> Resolution) -> Resolution {
    workspace.blocks[id].map(resolution) ?? .refused(reason: "this block no longer exists")
  }

  /// Returns a number with its noun: `1 stack`, `2 stacks`.
  static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
}

/// The meaning of an intent in the current program.
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
  var refusal: String? { if case .refused(let reason) = self { QuotedWords.plain(reason) } else { nil } }

  /// Whether it can't be performed during a preview.
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
  ///   - note: the text that the status line adds when the blocks are dropped.
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
  /// Whether the item at the start counts, too.
  var includesStart = false
}

/// Changes that belong together, with the cursor and status message afterwards.
struct Plan {
  /// In the order in which they are applied. Only the first one may throw, so that a refusal changes nothing.
  var changes: [ProgramChange]
  var focus: FocusAfter
  /// The new content of the clipboard; nil to keep the old one.
  var copied: Clipboard?
  /// Whether the selection is cleared.
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

/// The target of the cursor after changes.
enum FocusAfter {
  /// Where it was, or nearby.
  case unchanged
  /// To an item that existed before.
  case item(FocusItem?)
  /// To the new item.
  case created
}

/// The result of an intent, with a message for the status line.
public enum IntentOutcome {
  /// The program changed: the undo history has another step, or a step was undone or redone.
  /// - Parameter statusMessage: nil for the description of the item at the cursor.
  case changed(statusMessage: String?)
  /// The intent succeeded without changing the program.
  case done(statusMessage: String?)
  /// Nothing happened.
  case refused(reason: String)

  /// The text for the status line.
  public var statusMessage: String? { sentence.map(QuotedWords.plain) }

  /// The same text, with the marks around words quoted from the program.
  package var sentence: String? {
    switch self {
    case .changed(let message), .done(let message): message
    case .refused(let reason): reason
    }
  }

  /// Whether the program changed.
  public var isChange: Bool {
    if case .changed = self { true } else { false }
  }

  /// Why nothing happened; nil if the intent succeeded.
  public var refusal: String? {
    if case .refused(let reason) = self { QuotedWords.plain(reason) } else { nil }
  }
}
