import BlockEvents
import BlockLayout
import BlockModel
import MortiseScreen

/// Performing intents.
extension WorkbenchController {
  /// The current state, for resolving intents.
  public var state: IntentState {
    IntentState(
      workspace: workspace, layout: layout, cursor: cursor, dragger: dragger, mutation: mutation, line: line,
      clipboard: clipboard, selection: selected, search: search, visited: visited, verbosity: verbosity, wraps: wraps,
      places: places,
      problemFinder: problemFinder, remarkCount: { [unowned self] in remarksOnFile.count }, lastChange: lastChange,
      notation: { [unowned self] in notation },
      mutatorLayout: { [coordinator] in
        coordinator.layoutFactory.layoutWithView(of: $0, coordinator: coordinator)
      },
      newStackPosition: newStackPosition, undoKey: undoKey(),
      undoCount: history.undoCount,
      redoCount: history.redoCount)
  }

  /// Why an intent can't be performed now; nil if it can, or if only performing it can tell.
  public func refusal(of intent: Intent) -> String? { resolution(of: intent).refusal }

  /// Resolves an intent. Refuses a change to the program or the selection that would disturb a preview.
  private func resolution(of intent: Intent) -> Resolution {
    let resolution = resolve(intent, state)
    switch intent {
    // These end the preview.
    case .drop, .discard, .applyMutation: return resolution
    default:
      guard resolution.needsRealProgram, let reason = state.activePreviewReason else { return resolution }
      return .refused(reason: reason)
    }
  }

  /// Makes the next intent insert a new stack, if it inserts something.
  /// - Parameter cell: where; nil for below everything else.
  public func placeNewStack(at cell: Point? = nil) {
    newStackPosition = cell.map(LayoutStyle.position) ?? state.freePosition
  }

  /// Resolves an intent and carries it out, as one event group and one undo step.
  @discardableResult
  public func perform(_ intent: Intent) -> IntentOutcome {
    let (mark, oldCursor) = (history.mark, cursor)
    let outcome = outcome(of: intent)
    newStackPosition = nil
    if intent.isJump, cursor != oldCursor { visited.leave(oldCursor) }
    if history.mark == mark { return outcome }
    selected.prune(in: workspace)
    switch intent {
    case .undo, .redo: break
    default: history.recordCursor(before: oldCursor, after: cursor)
    }
    if intent.isRepeatable { lastChange = intent }
    return .changed(statusMessage: outcome.statusMessage)
  }

  private func outcome(of intent: Intent) -> IntentOutcome {
    switch intent {
    // Roll back the preview before resolving: these intents are resolved against the real program.
    case .drop(let pointer), .discard(let pointer):
      guard dragger.session(of: pointer) != nil else { return apply(resolve(intent, state)) }
      var outcome = IntentOutcome.done(statusMessage: nil)
      dragger.end(pointer) { outcome = apply(resolve(intent, state), isGrouped: true) }
      normalizeCursor()
      return endedPreview(outcome)
    case .applyMutation:
      guard let mutation else { return apply(resolve(intent, state)) }
      mutation.rollBack()
      let resolution = resolve(intent, state)
      self.mutation = nil
      let outcome = apply(resolution)
      normalizeCursor()
      return endedPreview(outcome)
    default: return apply(resolution(of: intent))
    }
  }

  /// The outcome when a drag or dialog ends. It counts as done even if the change was refused, because the drag or
  /// dialog is over.
  private func endedPreview(_ outcome: IntentOutcome) -> IntentOutcome {
    outcome.refusal.map { .done(statusMessage: "\($0); back where it was") } ?? outcome
  }

  /// - Parameter isGrouped: whether the caller has opened a group and fires its events.
  private func apply(_ resolution: Resolution, isGrouped: Bool = false) -> IntentOutcome {
    switch resolution {
    case .changes(let plan): return apply(plan, isGrouped: isGrouped)
    case .history(.undo): return undo()
    case .history(.redo): return redo()
    case .preview(let perform): return perform(self)
    case .copy(let copied, let message):
      put(copied)
      selected = Selection()
      return .done(statusMessage: message)
    case .cursor(let item, let message):
      cursor = item
      return .done(statusMessage: message.map { "\($0) · \(state.cursorDescription)" })
    case .selection(let change, let focus):
      selected.apply(change)
      cursor = focus ?? cursor
      return .done(statusMessage: "\(state.selectionDescription) · \(state.cursorDescription)")
    case .finding(let perform): return perform(self)
    case .alreadyDone(let message): return .done(statusMessage: message)
    case .refused(let reason): return .refused(reason: reason)
    }
  }

  private func apply(_ plan: Plan, isGrouped: Bool) -> IntentOutcome {
    let mark = history.mark
    var created: FocusItem?
    if !isGrouped { eventManager.pushNewGroup() }
    var refusal: FieldError?
    do throws(FieldError) {
      for change in plan.changes {
        let item = try change.apply(with: coordinator)
        created = created ?? item
      }
    } catch {
      refusal = error
    }
    if !isGrouped {
      eventManager.popGroup()
      eventManager.firePendingEvents()
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

  private func focus(_ item: FocusItem) { cursor = order?.visibleItem(for: item) ?? cursor }

  // MARK: - Previews

  func beginDrag(
    _ item: FocusItem, takesStack: Bool, bundle: [Block] = [], note: String = "", by pointer: Pointer
  ) -> IntentOutcome {
    // Cancel the pointer's current drag first: a new session must see the program without it.
    dragger.cancel(pointer)
    if case .comment(let id) = item, let comment = workspace.comment(withID: id) {
      dragger.begin(pointer, CommentSession(comment, coordinator: coordinator, dragger: dragger))
    } else if let block = item.blockID.flatMap({ workspace.blocks[$0] }) {
      dragger.begin(
        pointer,
        MoveSession(
          block: block, takesStack: takesStack, bundle: bundle, note: note, coordinator: coordinator, dragger: dragger))
      cursor = item
    }
    // A cancelled drag may have shown the item at the cursor.
    normalizeCursor()
    return .done(statusMessage: nil)
  }

  func updateDrag(_ update: DragUpdate, by pointer: Pointer) -> IntentOutcome {
    do throws(FieldError) {
      try showDrag(update, by: pointer)
    } catch {
      return .refused(reason: error.reason)
    }
    // The preview may have displaced the item at the cursor.
    normalizeCursor()
    return .done(statusMessage: nil)
  }

  func cancelDrag(by pointer: Pointer) -> IntentOutcome {
    let isInsertion = draggedBlock(by: pointer)?.inserted != nil
    dragger.cancel(pointer)
    normalizeCursor()
    return .done(statusMessage: isInsertion ? "nothing was inserted" : "cancelled; back where it was")
  }

  /// Opens the dialog for the block at the cursor.
  func startMutation() -> IntentOutcome {
    guard let block = cursorBlock, let layout = coordinator.layoutBuilder.mutatorLayout(forBlock: block) else {
      return .done(statusMessage: nil)
    }
    mutation = MutationSession(block: block, layout: layout, coordinator: coordinator) { [weak self] in
      // The preview may not contain the item at the cursor.
      self?.normalizeCursor()
    }
    focus(.mutator(blockID: block.id))
    return .done(statusMessage: nil)
  }

  func beginInsertion(_ snapshot: BlockSnapshot, at cell: Point, by pointer: Pointer) -> IntentOutcome {
    dragger.cancel(pointer)
    normalizeCursor()
    var inserted = snapshot
    inserted.records[0].id = workspace.freshID()
    let position = LayoutStyle.position(of: cell)
    guard
      let session = MoveSession(inserting: inserted, at: position, coordinator: coordinator, dragger: dragger)
    else { return .done(statusMessage: nil) }
    dragger.begin(pointer, session)
    return .done(statusMessage: nil)
  }

  /// Rolls back the open dialog's preview, without an undo step or event.
  func cancelMutation() -> IntentOutcome {
    let isChanged = mutation?.isChanged ?? false
    mutation?.rollBack()
    mutation = nil
    normalizeCursor()
    return .done(statusMessage: isChanged ? "cancelled; nothing changed" : "nothing changed")
  }

  /// Cancels all previews.
  public func endPreviews() {
    cancelLine()
    dragger.cancelAll()
    _ = cancelMutation()
  }
}
