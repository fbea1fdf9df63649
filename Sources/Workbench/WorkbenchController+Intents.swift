import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import EventQueues
import MortiseScreen

/// Performing intents.
extension WorkbenchController {
  /// The current state, for resolving intents.
  public var state: IntentState {
    IntentState(
      workspace: workspace, layout: layout, cursor: cursor, previews: previews, clipboard: clipboard,
      selection: selected, search: search, visited: visited, verbosity: verbosity, wraps: wraps,
      readingIndices: readingIndices, problemFinder: problemFinder, findings: document.findings, lastChange: lastChange,
      cache: document.cache, coordinator: coordinator, newStackPosition: newStackPosition, hint: hint,
      comparison: comparison, undoCount: history.undoCount, redoCount: history.redoCount)
  }

  /// Why an intent can't be performed now; nil if it can, or if this is known only by performing it.
  public func refusal(of intent: Intent) -> String? { resolution(of: intent).refusal }

  /// Resolves an intent. Refuses a change to the program or the selection that would disturb a preview.
  private func resolution(of intent: Intent) -> Resolution {
    let resolution = resolve(intent, state)
    guard intent.ends == nil, resolution.needsRealProgram, let reason = previews.refusal else { return resolution }
    return .refused(reason: reason)
  }

  /// Makes the next intent insert a new stack, if it inserts something.
  /// - Parameter cell: the cell of the stack; nil for below everything else.
  public func placeNewStack(at cell: Point? = nil) {
    newStackPosition = cell.map(LayoutStyle.position) ?? state.freePosition
  }

  /// Resolves an intent and performs it, as one event group and one undo step.
  @discardableResult
  public func perform(_ intent: Intent) -> IntentOutcome {
    if isChanging { return .refused(reason: Self.isChangingReason) }
    let (mark, oldCursor) = (history.mark, cursor)
    let outcome = intent.ends.flatMap { previews[$0] }.map { end($0, by: intent) } ?? apply(resolution(of: intent))
    newStackPosition = nil
    if intent.isJump, cursor != oldCursor { visited.leave(oldCursor) }
    if history.mark == mark { return outcome }
    selected.prune(in: workspace)
    switch intent.repetition {
    case .never: break
    case .ofEarlier: history.describeLast(cursorBefore: oldCursor, after: cursor, name: Self.name(of: outcome))
    case .same, .atCursor, .impossible:
      history.describeLast(cursorBefore: oldCursor, after: cursor, name: Self.name(of: outcome))
      lastChange = intent
    }
    return .changed(statusMessage: outcome.sentence)
  }

  /// The name of a change in the messages of undo and redo: its own sentence up to the cursor's location and the undo
  /// key.
  private static func name(of outcome: IntentOutcome) -> String? {
    guard let message = outcome.sentence else { return nil }
    let quoted = QuotedWords.ranges(in: message)
    let ends = message.ranges(of: #/ · |; /#).lazy.map(\.lowerBound)
    let end = ends.first { end in !quoted.contains { $0.contains(end) } }
    return String(message[..<(end ?? message.endIndex)])
  }

  func apply(_ resolution: Resolution) -> IntentOutcome {
    switch resolution {
    case .changes(let plan): return apply(plan)
    case .undo: return undo()
    case .redo: return redo()
    case .preview(let start):
      begin(start)
      return .done(statusMessage: nil)
    case .drag(let session, let update):
      do throws(FieldError) { try session.drag(update) } catch { return .refused(reason: error.reason) }
      return .done(statusMessage: nil)
    case .copy(let copied, let message):
      put(copied)
      selected = Selection()
      return .done(statusMessage: message)
    case .cursor(let item, let message):
      cursor = item
      return .done(statusMessage: message.map { "\($0) · \(state.description(after: $0))" })
    case .selection(let change, let focus):
      selected.apply(change)
      cursor = focus ?? cursor
      return .done(statusMessage: "\(state.selectionDescription) · \(state.description())")
    case .search(let step): return find(step)
    case .endSearch:
      endSearch()
      return .done(statusMessage: "the search is over · \(state.description())")
    case .visit(let direction, let item, let passed):
      visited.go(direction, passing: passed, from: cursor)
      cursor = item
      return .done(statusMessage: "\(direction) · \(state.description())")
    case .alreadyDone(let message): return .done(statusMessage: message)
    case .refused(let reason): return .refused(reason: reason)
    }
  }

  private static let changing = Progress.Activity("changing")
  /// The share of the progress for applying many changes; the rest is for firing their events.
  private static let shareOfChanges = 0.4

  private func apply(_ plan: Plan) -> IntentOutcome {
    let mark = history.mark
    var created: FocusItem?
    var refusal: FieldError?
    performGroup {
      do throws(FieldError) {
        try Progress.within(0...Self.shareOfChanges, Self.changing) { () throws(FieldError) in
          var loop = Progress.Loop(of: plan.changes.count)
          for change in plan.changes {
            let item = try change.apply(with: coordinator)
            created = created ?? item
            loop.step()
          }
        }
      } catch {
        refusal = error
      }
    }
    if let refusal { return .refused(reason: refusal.reason) }
    if let copied = plan.copied { put(copied) }
    if plan.clearsSelection { selected = Selection() }
    switch plan.focus {
    case .unchanged: break
    case .item(let item): cursor = item
    case .created: if let created { focus(created) }
    }
    normalizeCursor()
    return .done(statusMessage: plan.statusMessage(state, history.mark != mark))
  }

  /// Runs an action as one group, and fires its events. Within another group, such as a drag's, they are fired when
  /// that ends.
  /// - Throws: the error of `body`.
  func performGroup<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    if eventManager.currentGroupID != nil {
      defer { if isPerformingTogether { eventManager.firePendingEvents() } }
      return try body()
    }
    eventManager.pushNewGroup()
    defer {
      eventManager.popGroup()
      eventManager.firePendingEvents()
    }
    try body()
  }

  /// Performs several intents as one event group and one undo step. Each fires its events, so that the next one sees
  /// the changed program.
  /// - Parameter body: performs them, and returns a name for the messages of undo and redo. No drag may begin in it.
  package func performTogether(_ body: () -> String) {
    let (mark, oldCursor) = (history.mark, cursor)
    isPerformingTogether = true
    eventManager.pushNewGroup()
    let name = body()
    eventManager.popGroup()
    isPerformingTogether = false
    if history.mark != mark { history.describeLast(cursorBefore: oldCursor, after: cursor, name: name) }
  }

  private func focus(_ item: FocusItem) { cursor = order?.visibleItem(for: item) ?? cursor }

  // MARK: - Changes that an app makes itself

  /// Makes changes as one event group and one undo step. A call inside `change` joins its group, and can fail by
  /// itself.
  /// - Parameters:
  ///   - name: the name of the change in the messages of undo and redo: `move notes`.
  ///   - change: makes the changes with the coordinator. It must neither group nor fire events.
  /// - Returns: the outcome. The call is refused during a preview, such as a drag or an open dialog. A call inside
  ///   another one returns `done`: only the outer call counts as a change.
  /// - Throws: the error of `change`, after its changes are rolled back.
  @discardableResult
  public func perform<Failure: Error>(
    _ name: String, _ change: (WorkspaceLayoutCoordinator) throws(Failure) -> Void
  ) throws(Failure) -> IntentOutcome {
    if let reason = previews.refusal { return .refused(reason: reason) }
    let (mark, oldCursor, wasChanging) = (history.mark, cursor, isChanging)
    do throws(Failure) {
      try performGroup { () throws(Failure) in
        isChanging = true
        defer { isChanging = wasChanging }
        try coordinator.makeAllOrNone { () throws(Failure) in try change(coordinator) }
      }
    } catch {
      normalizeCursor()
      throw error
    }
    normalizeCursor()
    if history.mark == mark { return .done(statusMessage: nil) }
    selected.prune(in: workspace)
    history.describeLast(cursorBefore: oldCursor, after: cursor, name: name)
    return .changed(statusMessage: nil)
  }

  static let isChangingReason = "another change is being made"

  /// Why the program can't be changed now; nil if it can.
  var refusalToChange: String? { isChanging ? Self.isChangingReason : previews.refusal }

  // MARK: - Drags, mutator dialogs and typed lines

  /// Opens the dialog of the block at the cursor.
  /// - Throws: `FieldError` with the reason if it can't be opened.
  public func beginMutation() throws(FieldError) -> MutationSession {
    if isChanging { throw FieldError(Self.isChangingReason) }
    do throws(FieldError) {
      let (block, layout) = try IntentResolver(state: state).mutation()
      newStackPosition = nil
      return openDialog(of: block, layout)
    } catch { throw FieldError(QuotedWords.plain(error.reason)) }
  }

  @discardableResult
  private func openDialog(of block: Block, _ layout: MutatorLayout) -> MutationSession {
    let session = MutationSession(block: block, layout: layout, coordinator: coordinator)
    previews.begin(session)
    cursor = order?.visibleItem(for: .mutator(blockID: block.id)) ?? cursor
    normalizeCursor()
    return session
  }

  func begin(_ start: PreviewStart) {
    switch start {
    case .comment(let comment, let pointer):
      cancelDrag(by: pointer)
      previews.begin(CommentSession(comment, by: pointer, coordinator: coordinator))
    case .block(let block, let takesStack, let bundle, let note, let pointer):
      cancelDrag(by: pointer)
      previews.begin(
        MoveSession(
          block: block, takesStack: takesStack, bundle: bundle, note: note, by: pointer, coordinator: coordinator))
      cursor = .block(id: block.id)
    case .insertion(var blocks, let cell, let pointer):
      cancelDrag(by: pointer)
      blocks.records[0].id = workspace.freshID()
      let position = LayoutStyle.position(of: cell)
      if let session = MoveSession(inserting: blocks, at: position, by: pointer, coordinator: coordinator) {
        previews.begin(session)
      }
    case .mutation(let block, let layout): openDialog(of: block, layout)
    }
    normalizeCursor()
  }

  /// A new drag must see the program without the pointer's current one.
  private func cancelDrag(by pointer: Pointer) {
    if let session = previews.drag(by: pointer) { previews.end(session) }
  }

  /// Ends a preview with an intent, which is resolved against the real program. This counts as done even if the change
  /// was refused, because the drag or dialog is over.
  func end(_ preview: Preview, by intent: Intent) -> IntentOutcome {
    var outcome = IntentOutcome.done(statusMessage: nil)
    previews.end(preview) { outcome = apply(resolve(intent, state)) }
    return outcome.refusal.map { .done(statusMessage: "\($0); back where it was") } ?? outcome
  }

  /// Cancels all previews.
  public func endPreviews() {
    for preview in previews.all.reversed() { previews.end(preview) }
  }
}
