import BlockEditing
import BlockEvents

/// Changes that an app makes itself.
extension WorkbenchController {
  /// Makes changes as one event group and one undo step. A call inside `change` joins its group, and can fail by itself.
  /// - Parameters:
  ///   - name: what was done, for the messages of undo and redo: `move notes`.
  ///   - change: makes the changes with the coordinator. It must neither group nor fire events.
  /// - Returns: the outcome. The call is refused during a preview, as while something is dragged or a dialog is open.
  /// - Throws: what `change` throws. Its changes are rolled back then.
  @discardableResult
  public func perform<Failure: Error>(
    _ name: String, _ change: (WorkspaceLayoutCoordinator) throws(Failure) -> Void
  ) throws(Failure) -> IntentOutcome {
    if let reason = previews.refusal { return .refused(reason: reason) }
    // Nobody hears of the events before it is certain that the changes stay.
    let scratch = EventManager()
    let wasChanging = isChanging
    var failure: Failure?
    isChanging = true
    coordinator.using(scratch) {
      do throws(Failure) { try change(coordinator) } catch { failure = error }
    }
    isChanging = wasChanging
    let events = scratch.takePendingEvents()
    if let failure {
      coordinator.rollBack(events)
      normalizeCursor()
      throw failure
    }
    if wasChanging {
      for event in events { coordinator.eventManager.addPendingEvent(event) }
      return events.contains(where: \.recordsUndo) ? .changed(statusMessage: nil) : .done(statusMessage: nil)
    }
    let (mark, oldCursor) = (history.mark, cursor)
    performGroup { for event in events { eventManager.addPendingEvent(event) } }
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
