import BlockLayout
import BlockModel

/// Drags, mutator dialogs and typed lines.
extension WorkbenchController {
  /// Opens the dialog of the block at the cursor.
  /// - Throws: `FieldError` with the reason if it can't be opened.
  public func beginMutation() throws(FieldError) -> MutationSession {
    let outcome = perform(.beginMutation)
    guard let session = previews.mutation, outcome.refusal == nil else { throw FieldError(outcome.refusal ?? "") }
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
    case .mutation(let block, let layout):
      previews.begin(MutationSession(block: block, layout: layout, coordinator: coordinator))
      cursor = order?.visibleItem(for: .mutator(blockID: block.id)) ?? cursor
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
