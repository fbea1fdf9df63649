import BlockEditing

/// Changes that an app makes itself.
extension WorkbenchController {
  /// Makes changes as one event group and one undo step. A call inside `change` joins its group, and can fail by itself.
  /// - Parameters:
  ///   - name: what was done, for the messages of undo and redo: `move notes`.
  ///   - change: makes the changes with the coordinator. It must neither group nor fire events.
  /// - Returns: the outcome. The call is refused during a preview, as while something is dragged or a dialog is open. A
  ///   call inside another one is never a change yet.
  /// - Throws: what `change` throws. Its changes are rolled back then.
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
}
