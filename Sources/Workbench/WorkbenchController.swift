import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockModel
import Markup

/// The controller: one open program, its cursor, its history and its file. Everything that a user does to the program is
/// an action here: one group of events, one undo step.
public final class WorkbenchController {
  public internal(set) var document: Document
  let coordinator: WorkspaceLayoutCoordinator
  public let history: UndoHistory
  public let toolbox: Toolbox
  /// What the cursor is on; nil in an empty program.
  public internal(set) var cursor: FocusItem?
  /// What is dragged.
  let dragger: Dragger
  /// The dialog for a block's mutator that is open.
  public internal(set) var mutation: MutationSession?
  let eventManager: EventManager
  /// What changes with a block's place; kept alive here.
  private let followers: [any EventManagerListener]
  /// The procedures that the file calls and does not define; they were made when it was opened. The file gets them when
  /// something else is changed, too.
  public let madeProcedures: [String]
  /// The history's state when the program was saved last.
  var savedMark = 0

  public var workspace: Workspace { document.workspace }

  public init(
    document: Document, toolbox: Toolbox, style: LayoutStyle, eventManager: EventManager = .sharedInstance,
    extensions: ProgramExtensions = ProgramExtensions()
  ) {
    self.document = document
    self.toolbox = toolbox
    self.eventManager = eventManager
    coordinator = WorkspaceLayoutCoordinator(
      workspace: document.workspace, eventManager: eventManager, layoutFactory: extensions.layoutFactory)
    // Before there is a history: what loading made is part of what was loaded.
    madeProcedures = self.document.finishLoading(coordinator)
    history = UndoHistory(target: coordinator, eventManager: eventManager)
    if let earlierWork = document.earlierWork {
      history.stacks = earlierWork.stacks
      savedMark = earlierWork.savedMark
      self.document.earlierWork = nil
    }
    dragger = Dragger(eventManager: eventManager)
    followers =
      [
        IfReturnFollower(coordinator: coordinator), MisplacementFollower(coordinator: coordinator),
        DisabledProcedureFollower(coordinator: coordinator),
      ] + extensions.addListeners(to: coordinator)
    coordinator.showLayout(style: style)
    cursor = order?.first
  }

  /// Lays the program out, from now on in this style.
  public func show(style: LayoutStyle) { coordinator.showLayout(style: style) }

  public var layout: WorkspaceLayout? { coordinator.layout }
  public var order: ReadingOrder? { coordinator.layout.map(ReadingOrder.init) }

  /// Whether there is something that is not in the file.
  public var isModified: Bool { history.mark != savedMark }

  // MARK: - Actions

  /// Tells the listeners that the program is there.
  public func announceLoaded() {
    coordinator.finishLoading(seed: document.seed)
    eventManager.firePendingEvents()
  }

  /// Tells the listeners what happened in the view.
  public func announce(_ event: UIEvent) {
    eventManager.addPendingEvent(event)
    eventManager.firePendingEvents()
  }

  /// Does something as one group, and fires its events.
  func act(_ body: () -> Void) {
    eventManager.pushNewGroup()
    body()
    eventManager.popGroup()
    eventManager.firePendingEvents()
  }

  /// Undoes the last step.
  func undo() -> IntentOutcome {
    // What is gone was made from what stands before it.
    let neighbour = cursorComment.flatMap { state.focusBeside($0, preferring: .before) }
    return replay("undone", nothing: "nothing to undo", neighbour, { () throws(EventError) in try history.undo() })
  }

  /// Redoes the step that was undone last.
  func redo() -> IntentOutcome {
    let neighbour = cursorComment.flatMap { state.focusBeside($0, preferring: .behind) }
    return replay("redone", nothing: "nothing to redo", neighbour, { () throws(EventError) in try history.redo() })
  }

  /// - Parameter neighbour: where the cursor goes when the comment that it is on is gone.
  private func replay(
    _ done: String, nothing: String, _ neighbour: FocusItem?, _ step: () throws(EventError) -> Bool
  ) -> IntentOutcome {
    let watcher = ChangedItems()
    eventManager.addListener(watcher)
    defer { eventManager.removeListener(watcher) }
    do throws(EventError) {
      guard try step() else { return .refused(reason: nothing) }
      if let neighbour, cursorComment == nil { cursor = neighbour }
      normalizeCursor(preferring: watcher.items)
      return .done(
        statusMessage:
          "\(done): \(history.undoCount) to undo, \(history.redoCount) to redo · \(state.cursorDescription)")
    } catch {
      return .refused(reason: "this step can't be \(done): \(error)")
    }
  }

  private final class ChangedItems: EventManagerListener {
    var items: [FocusItem] = []

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      // Where a block is gone, what held it is near.
      if let move = event as? MoveEvent {
        items += [move.old.parentID, move.new.parentID].compactMap { $0 }.map { .block(id: $0) }
      }
      if let id = event.blockID { items.append(.block(id: id)) }
      if let comment = event as? CommentEvent { items.append(.comment(id: comment.commentID)) }
    }
  }

  /// Puts the cursor on something that is there: where it was, or on what was touched, or near.
  func normalizeCursor(preferring touched: [FocusItem] = []) {
    guard let order else { return }
    if !touched.contains(where: isAtCursor), let last = touched.last(where: canTakeCursor) {
      cursor = order.shown(last)
    }
    cursor = cursor.flatMap(order.shown) ?? order.first
  }

  /// Whether an item is the block or comment that the cursor is on, and is still there.
  private func isAtCursor(_ item: FocusItem) -> Bool {
    guard let id = item.blockID else { return item == cursor && cursorComment != nil }
    return id == cursor?.blockID && workspace.blocks[id] != nil
  }

  private func canTakeCursor(_ item: FocusItem) -> Bool {
    if case .comment(let id) = item { return workspace.comment(withID: id) != nil }
    return item.blockID.flatMap { workspace.blocks[$0] }?.isShadow == false
  }
}
