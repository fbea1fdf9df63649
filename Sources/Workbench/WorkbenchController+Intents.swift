import BlockEvents
import BlockLayout
import BlockModel

/// Performing intents.
extension WorkbenchController {
  /// The current state, for resolving intents.
  public var state: IntentState {
    IntentState(
      workspace: workspace, layout: layout, cursor: cursor, dragger: dragger, mutation: mutation,
      mutatorLayout: { [coordinator] in coordinator.layoutBuilder.mutatorLayout(forBlock: $0) })
  }

  /// Resolves an intent and carries it out, as one event group and one undo step.
  @discardableResult
  public func perform(_ intent: Intent) -> IntentOutcome {
    let mark = history.mark
    let outcome = outcome(of: intent)
    return history.mark == mark ? outcome : .changed(statusMessage: outcome.statusMessage)
  }

  private func outcome(of intent: Intent) -> IntentOutcome {
    switch intent {
    // Roll back the preview before resolving: these intents are resolved against the real program.
    case .drop(let pointer), .discard(let pointer):
      guard dragger.session(of: pointer) != nil else { return make(resolve(intent, state)) }
      var outcome = IntentOutcome.done(statusMessage: nil)
      dragger.end(pointer) { outcome = make(resolve(intent, state), isGrouped: true) }
      normalizeCursor()
      return endedPreview(outcome)
    case .applyMutation:
      guard let mutation else { return make(resolve(intent, state)) }
      mutation.rollBack()
      let resolution = resolve(intent, state)
      self.mutation = nil
      let outcome = make(resolution)
      normalizeCursor()
      return endedPreview(outcome)
    default:
      let resolution = resolve(intent, state)
      if resolution.changesProgram, let reason = state.activePreviewReason { return .refused(reason: reason) }
      return make(resolution)
    }
  }

  /// The outcome of the end of a drag or dialog. It counts as done even if the change was refused, as the drag or
  /// dialog is over.
  private func endedPreview(_ outcome: IntentOutcome) -> IntentOutcome {
    outcome.refusal.map { .done(statusMessage: "\($0); put back") } ?? outcome
  }

  /// - Parameter isGrouped: whether the caller has opened a group and fires its events.
  private func make(_ resolution: Resolution, isGrouped: Bool = false) -> IntentOutcome {
    switch resolution {
    case .changes(let plan): return make(plan, isGrouped: isGrouped)
    case .history(.undo): return undo()
    case .history(.redo): return redo()
    case .preview(let preview): return show(preview)
    case .cursor(let item, let message):
      cursor = item
      return .done(statusMessage: message.map { "\($0) · \(state.cursorDescription)" })
    case .alreadyDone(let message): return .done(statusMessage: message)
    case .refused(let reason): return .refused(reason: reason)
    }
  }

  private func make(_ plan: Plan, isGrouped: Bool) -> IntentOutcome {
    let mark = history.mark
    var made: FocusItem?
    if !isGrouped { eventManager.pushNewGroup() }
    var refusal: FieldRefusal?
    do throws(FieldRefusal) {
      for change in plan.changes { made = try change.make(with: coordinator) ?? made }
    } catch {
      refusal = error
    }
    if !isGrouped {
      eventManager.popGroup()
      eventManager.firePendingEvents()
    }
    if let refusal { return .refused(reason: refusal.reason) }
    switch plan.focus {
    case .unchanged: break
    case .item(let item): cursor = item
    case .created: if let made { focus(made) }
    }
    normalizeCursor()
    return .done(statusMessage: plan.statusMessage(state, history.mark != mark))
  }

  private func focus(_ item: FocusItem) { cursor = order?.visibleItem(for: item) ?? cursor }

  // MARK: - Previews

  private func show(_ preview: Preview) -> IntentOutcome {
    switch preview {
    case .beginDrag(let item, let takesStack, let pointer):
      beginDrag(item, takesStack: takesStack, by: pointer)
    case .updateDrag(let update, let pointer):
      do throws(FieldRefusal) {
        try updateDrag(update, by: pointer)
      } catch {
        return .refused(reason: error.reason)
      }
      // The preview may have displaced the item at the cursor.
      normalizeCursor()
    case .cancelDrag(let pointer):
      dragger.cancel(pointer)
      normalizeCursor()
      return .done(statusMessage: "put back")
    case .beginMutation:
      guard let block = cursorBlock, let layout = coordinator.layoutBuilder.mutatorLayout(forBlock: block) else {
        break
      }
      mutation = MutationSession(block: block, layout: layout, coordinator: coordinator) { [weak self] in
        // The preview may not contain the item at the cursor.
        self?.normalizeCursor()
      }
      focus(.mutator(blockID: block.id))
    case .cancelMutation: return cancelMutation()
    }
    return .done(statusMessage: nil)
  }

  private func beginDrag(_ item: FocusItem, takesStack: Bool, by pointer: Pointer) {
    // Cancel the pointer's current drag first: a new session must see the program without it.
    dragger.cancel(pointer)
    if case .comment(let id) = item, let comment = workspace.comment(withID: id) {
      dragger.begin(pointer, CommentSession(comment, coordinator: coordinator, dragger: dragger))
    } else if let block = item.blockID.flatMap({ workspace.blocks[$0] }) {
      dragger.begin(
        pointer, MoveSession(block: block, takesStack: takesStack, coordinator: coordinator, dragger: dragger))
      cursor = item
    }
  }

  /// Rolls back the open dialog's preview, without an undo step or event.
  private func cancelMutation() -> IntentOutcome {
    let isChanged = mutation?.isChanged ?? false
    mutation?.rollBack()
    mutation = nil
    normalizeCursor()
    return .done(statusMessage: isChanged ? "taken back" : "nothing changed")
  }

  /// Cancels all previews.
  public func endPreviews() {
    dragger.cancelAll()
    _ = cancelMutation()
  }
}
