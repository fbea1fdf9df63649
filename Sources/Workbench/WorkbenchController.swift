import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import Markup
import MortiseScreen
import ProgramContainers

/// The controller of one open program: its cursor, history and file. Every user action on the program goes through it,
/// as one event group and one undo step.
public final class WorkbenchController {
  /// The program with its file.
  public internal(set) var document: Document
  package let coordinator: WorkspaceLayoutCoordinator
  /// The history of changes, for undo and redo.
  public let history: UndoHistory
  /// The blocks that a user can insert.
  public internal(set) var toolbox: Toolbox
  /// The item at the cursor; nil in an empty program.
  public internal(set) var cursor: FocusItem?
  /// The active drags, dialog or line.
  private(set) lazy var previews = PreviewStack(eventManager: eventManager) { [unowned self] in normalizeCursor() }
  /// Whether an app's changes are being made.
  var isChanging = false
  /// Whether several intents are being performed as one undo step.
  var isPerformingTogether = false
  var selected = Selection()
  /// The search whose items are marked; nil if there is none.
  public internal(set) var search: ProgramSearch?
  var visited = VisitedItems()
  /// The level of detail of descriptions.
  public var verbosity = Verbosity.standard
  /// Whether the cursor wraps around at the ends of the program.
  public var wraps = false
  /// The kinds of values that variables are expected to hold while several lines are typed one after the other; nil to
  /// derive them from the program.
  var presumedKinds: ValueKinds?
  /// Whether a whole program is being typed, whose lines aren't previewed.
  var isTypingProgram = false
  /// The “if” blocks that typed lines have put around loops.
  var guardIDs: Set<String> = []
  /// The position of the next inserted stack; nil to insert at the cursor.
  var newStackPosition: WorkspacePoint?
  /// Returns a hint at the key of a canvas command, to append to a message: `; u brings it back`. Empty if the command
  /// has no key.
  public var hint: (_ command: String, _ action: String) -> String = { _, _ in "" }
  let readingIndices: ReadingIndices
  let problemFinder: ProblemFinder
  /// The last change of the program that was not an undo, redo or repetition.
  package internal(set) var lastChange: Intent?
  let deletedBlocks: DeletedBlocks
  /// The content that was copied or cut last.
  var clipboard: Clipboard?
  /// The comparison with an earlier version; nil if changes aren't marked.
  package internal(set) var comparison: VersionComparison?
  /// The time at which `clipboard` was copied, on the clock of `SharedClipboard.now`.
  var clipboardTime = 0
  /// Called after something is copied or cut.
  public var whenCopied: (() -> Void)?
  /// The user's snippets, for the list of typed lines.
  public var snippets: [Snippet] = []
  let lineToolbox = LineToolbox()
  let eventManager: EventManager
  /// Listeners that update blocks when they are moved; retained here.
  private let chainingListeners: [any EventManagerListener]
  /// The procedures that the file calls but does not define. Opening the program defines them, and the next change
  /// saves them.
  public let definedProcedures: [String]
  /// The history's mark at the last save.
  var savedMark = 0

  /// How the code beside the blocks related to them when the file was read or saved last; nil if there is none.
  public package(set) var codeState: EmbeddedCodeState?

  /// The wordings of the program's blocks, for text in the notation.
  public var notation: NotationLibrary { document.cache.notation(of: workspace.factory) }

  /// The formats that the program can be saved in.
  public let formats: FileFormats

  /// The open program. Change it only with `perform`, which makes events.
  public var workspace: Workspace { document.workspace }

  /// - Parameters:
  ///   - document: the program, which belongs to the controller from now on.
  ///   - toolbox: the blocks that a user can insert.
  ///   - style: how the program is drawn.
  ///   - eventManager: the event manager that all listeners of the app use.
  ///   - extensions: the app's own events, mutators, formats and listeners.
  ///   - canStop: whether the user may cancel the layout; see `isGivenUp`.
  public init(
    document: Document, toolbox: Toolbox, style: LayoutStyle, eventManager: EventManager = .sharedInstance,
    extensions: ProgramExtensions = ProgramExtensions(), canStop: Bool = false
  ) {
    self.document = document
    self.toolbox = toolbox
    self.eventManager = eventManager
    formats = extensions.formats
    coordinator = WorkspaceLayoutCoordinator(
      workspace: document.workspace, eventManager: eventManager, layoutFactory: extensions.layoutFactory)
    // Define missing procedures before there is a history, so that they can't be undone.
    definedProcedures = self.document.finishLoading(coordinator)
    history = UndoHistory(target: coordinator, eventManager: eventManager)
    if let recoveredHistory = document.recoveredHistory {
      history.stacks = recoveredHistory.stacks
      savedMark = recoveredHistory.savedMark
      self.document.recoveredHistory = nil
    }
    deletedBlocks = DeletedBlocks(of: document.workspace, eventManager: eventManager)
    readingIndices = ReadingIndices(in: document.workspace, eventManager: eventManager)
    problemFinder = ProblemFinder(
      in: document.workspace, eventManager: eventManager, rules: extensions.adviceRules)
    chainingListeners =
      [
        IfReturnListener(coordinator: coordinator), MisplacementListener(coordinator: coordinator),
        DisabledProcedureListener(coordinator: coordinator),
      ] + extensions.addListeners(to: coordinator)
    coordinator.showLayout(style: style, canStop: canStop)
    cursor = order?.first
    codeState = document.codeState
  }

  /// Whether the user cancelled the first layout. The program can't be shown then.
  package var isGivenUp: Bool { layout?.isGivenUp ?? true }

  /// Sets the layout style and lays the program out in it.
  /// - Returns: false if the user cancelled; the program then keeps its old layout.
  @discardableResult
  public func show(style: LayoutStyle) -> Bool { coordinator.showLayout(style: style) }

  /// The layout of the program. Not nil once the controller is initialised.
  public var layout: WorkspaceLayout? { coordinator.layout }
  /// The items of the layout in reading order.
  public var order: ReadingOrder? { coordinator.layout.map(ReadingOrder.init) }

  /// The rectangle on the canvas of the item at the cursor; nil if there is no cursor.
  public var cursorRect: Rect? { cursor.flatMap { order?.rect(of: $0) } }

  /// The cursor's row in the whole program, from 1; nil if there is no cursor.
  public var cursorRow: (row: Int, count: Int)? {
    guard let rect = cursorRect, let bounds = layout?.bounds else { return nil }
    return (rect.minY - bounds.minY + 1, bounds.height)
  }

  /// Whether there are unsaved changes.
  public var isModified: Bool { history.mark != savedMark }

  // MARK: - Others

  /// Makes changes of other editors, with the user's previews rolled back meanwhile.
  /// - Returns: whether a drag, dialog or line ended because its target no longer exists.
  package func followOthers(_ changes: () -> Void) -> Bool {
    let hasEnded = previews.followOthers(changes)
    selected.prune(in: workspace)
    normalizeCursor()
    return hasEnded
  }

  // MARK: - Actions

  /// Fires the events of loading the program, in one group that can't be undone.
  public func fireFinishedLoading() {
    performGroup { coordinator.finishLoading(seed: document.seed) }
  }

  /// Fires an event that does not change the program, such as one about the view.
  public func announce(_ event: BlocklyEvent) {
    eventManager.addPendingEvent(event)
    eventManager.firePendingEvents()
  }

  /// Undoes the last group.
  func undo() -> IntentOutcome {
    // If undo removes the comment at the cursor, the cursor returns to the item before it.
    let neighbour = cursorComment.flatMap { state.focusBeside($0, preferring: .before) }
    let group = history.undoGroups.last
    return replay(
      .undo, group?.name, cursor: group?.cursorBefore, neighbour,
      { () throws(EventError) in try history.undo() })
  }

  /// Redoes the group that was undone last.
  func redo() -> IntentOutcome {
    let neighbour = cursorComment.flatMap { state.focusBeside($0, preferring: .after) }
    let group = history.redoGroups.last
    return replay(
      .redo, group?.name, cursor: group?.cursorAfter, neighbour,
      { () throws(EventError) in try history.redo() })
  }

  /// Whether an item is one of those that changed, or in the same line as one or as the statement above it.
  private func isBeside(_ item: FocusItem, _ changed: [FocusItem]) -> Bool {
    let line = item.blockID.flatMap { workspace.blocks[$0] }?.lineHead
    return changed.contains { other in
      if other.elementID == item.elementID { return true }
      guard let line, let block = other.blockID.flatMap({ workspace.blocks[$0] }) else { return false }
      if block.lineHead === line { return true }
      let above = block.lineHead.previousConnection?.target
      return above?.sourceInput == nil && above?.sourceBlock === line
    }
  }

  /// - Parameters:
  ///   - direction: whether it is undone or redone.
  ///   - name: the group's name; nil if it has none.
  ///   - recorded: the cursor recorded with the group.
  ///   - neighbour: the new cursor if the comment at the cursor no longer exists.
  private func replay(
    _ direction: HistoryDirection, _ name: String?, cursor recorded: FocusItem?, _ neighbour: FocusItem?,
    _ action: () throws(EventError) -> Bool
  ) -> IntentOutcome {
    let done = direction.rawValue
    let changes = ChangedItems()
    eventManager.addListener(changes)
    defer { eventManager.removeListener(changes) }
    do throws(EventError) {
      guard try action() else { return .refused(reason: "nothing to \(direction == .undo ? "undo" : "redo")") }
      let changed = changes.items.filter(canTakeCursor)
      if let recorded, let item = order?.visibleItem(for: recorded), changed.isEmpty || isBeside(recorded, changed) {
        cursor = item
      } else {
        if let neighbour, cursorComment == nil { cursor = neighbour }
        normalizeCursor(preferring: changed)
      }
      let counts = "\(history.undoCount) to undo, \(history.redoCount) to redo"
      let what = name.map { "\(done): \($0)" } ?? done
      let parts = verbosity == .terse ? [what] : [what, state.description(), counts]
      return .done(statusMessage: parts.joined(separator: " · "))
    } catch {
      guard history.refusesChangedResults else { return .refused(reason: "this step can't be \(done): \(error)") }
      // Another editor changed the same things since. The steps before this one can still be undone.
      history.dropNext(forward: direction == .redo)
      return .refused(reason: "this step is skipped: \(error)")
    }
  }

  /// Undo or redo, with the word for what it did.
  private enum HistoryDirection: String {
    case undo = "undone"
    case redo = "redone"
  }

  /// Collects the changed items. The last item suits the cursor best: a created block, else the last changed one.
  private final class ChangedItems: EventManagerListener {
    private var created: [FocusItem] = []
    private var changed: [FocusItem] = []

    var items: [FocusItem] { changed + created }

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      // For a removed block, the cursor goes to its former parent.
      if let move = event as? MoveEvent {
        changed += [move.old.parentID, move.new.parentID].compactMap { $0 }.map { .block(id: $0) }
      }
      if let id = event.blockID {
        if event is CreateEvent { created.append(.block(id: id)) } else { changed.append(.block(id: id)) }
      }
      if let comment = event as? CommentEvent { changed.append(.comment(id: comment.commentID)) }
    }
  }

  /// Moves the cursor to the last changed item unless its own item is among the changed ones; then to the visible item
  /// nearest to it.
  func normalizeCursor(preferring changed: [FocusItem] = []) {
    guard let order else { return }
    if !changed.contains(where: isAtCursor), let last = changed.last(where: canTakeCursor) {
      cursor = order.visibleItem(for: last)
    }
    cursor = cursor.flatMap { order.visibleItem(for: $0) } ?? order.first
  }

  /// Whether an item is the block or comment at the cursor and still exists.
  private func isAtCursor(_ item: FocusItem) -> Bool {
    guard let id = item.blockID else { return item == cursor && cursorComment != nil }
    return id == cursor?.blockID && workspace.blocks[id] != nil
  }

  private func canTakeCursor(_ item: FocusItem) -> Bool {
    if case .comment(let id) = item { return workspace.comment(withID: id) != nil }
    return item.blockID.flatMap { workspace.blocks[$0] }?.isShadow == false
  }
}
