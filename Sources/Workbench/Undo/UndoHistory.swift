import BlockEvents

/// The undo and redo stacks (the seed's workbench): it listens to fired events and keeps those that can be undone, group by
/// group.
public final class UndoHistory: EventManagerListener {
  /// What one undo reverts: the events of a group, or a single one without a group.
  struct Step {
    var events: [BlocklyEvent]
    var groupID: String?
    /// Tells states of the program apart.
    var mark: Int
  }

  private let target: any EventTarget
  private let eventManager: EventManager
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  private var isReplaying = false
  private var nextMark = 1

  public init(target: any EventTarget, eventManager: EventManager) {
    self.target = target
    self.eventManager = eventManager
    eventManager.addListener(self)
  }

  public var undoCount: Int { undoSteps.count }
  public var redoCount: Int { redoSteps.count }

  /// The state that the program is in: equal values are equal states.
  public var mark: Int { undoSteps.last?.mark ?? 0 }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard !isReplaying, !event.isUIEvent, event.recordsUndo, event.workspaceID == target.workspace.id else { return }
    redoSteps = []
    if let groupID = event.groupID, let last = undoSteps.indices.last, undoSteps[last].groupID == groupID {
      undoSteps[last].events.append(event)
    } else {
      undoSteps.append(Step(events: [event], groupID: event.groupID, mark: nextMark))
    }
    // A step that grows is another state.
    undoSteps[undoSteps.count - 1].mark = nextMark
    nextMark += 1
  }

  /// Reverts the last step.
  /// - Returns: false when there is none.
  /// - Throws: `EventError` when the program is not as the step left it; it is then as it was before the call.
  @discardableResult
  public func undo() throws(EventError) -> Bool {
    eventManager.firePendingEvents()
    guard let step = undoSteps.popLast() else { return false }
    do {
      try replay(step.events.reversed(), forward: false)
    } catch {
      undoSteps.append(step)
      throw error
    }
    redoSteps.append(step)
    return true
  }

  /// Applies the step that was reverted last.
  /// - Returns: false when there is none.
  /// - Throws: `EventError` when the program is not as undo left it; it is then as it was before the call.
  @discardableResult
  public func redo() throws(EventError) -> Bool {
    eventManager.firePendingEvents()
    guard let step = redoSteps.popLast() else { return false }
    do {
      try replay(step.events, forward: true)
    } catch {
      redoSteps.append(step)
      throw error
    }
    undoSteps.append(step)
    return true
  }

  /// Runs events; the events that come of it are fired, in a group, and not recorded.
  private func replay(_ events: [BlocklyEvent], forward: Bool) throws(EventError) {
    isReplaying = true
    eventManager.pushNewGroup()
    defer {
      eventManager.popGroup()
      eventManager.firePendingEvents()
      isReplaying = false
    }
    var done: [BlocklyEvent] = []
    for event in events {
      do {
        try event.run(forward: forward, on: target)
        done.append(event)
      } catch {
        // What was done so far is taken back, so that a step is never split.
        for event in done.reversed() { try? event.run(forward: !forward, on: target) }
        throw error
      }
    }
  }
}
