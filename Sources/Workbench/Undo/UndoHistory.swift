import BlockEvents
import BlockModel

/// The undo and redo stacks (the seed's workbench): it listens to fired events and keeps those that can be undone, group by
/// group.
public final class UndoHistory: EventManagerListener {
  /// What one undo reverts: the events of a group, or a single one without a group.
  struct Step {
    var events: [BlocklyEvent]
    /// Asked of the events, as one gets its group late when others are chained to it.
    var groupID: String? { events.last?.groupID }
    /// Tells states of the program apart.
    var mark: Int
    /// The memory that the events take, in bytes, as they say it.
    var size: Int
  }

  /// How much memory the steps may take that can be undone, in bytes: enough for everything that a user does in weeks.
  public static let defaultSizeLimit = 256 << 20

  private let target: any EventTarget
  private let eventManager: EventManager
  private let sizeLimit: Int
  private(set) var undoGroups: [Step] = []
  private(set) var redoGroups: [Step] = []
  private var size = 0
  private var isReplaying = false
  private var nextMark = 1
  /// The state that is left when everything is undone.
  private var firstMark = 0
  /// Keeps every step, also beyond the bound, as long as an earlier session is done again.
  private var keepsAll = false
  /// Told of what comes to the stacks. It is not kept alive.
  public weak var observer: (any UndoHistoryObserver)?

  /// - Parameter sizeLimit: the memory for the steps that can be undone, in bytes; where it is exceeded, the oldest steps
  ///   are forgotten, each as a whole, and the newest one is always kept.
  public init(target: any EventTarget, eventManager: EventManager, sizeLimit: Int = defaultSizeLimit) {
    self.target = target
    self.eventManager = eventManager
    self.sizeLimit = sizeLimit
    eventManager.addListener(self)
  }

  var workspace: Workspace { target.workspace }

  public var undoCount: Int { undoGroups.count }
  public var redoCount: Int { redoGroups.count }

  /// The state that the program is in: equal values are equal states.
  public var mark: Int { undoGroups.last?.mark ?? firstMark }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard !isReplaying, isUndoable(event) else { return }
    record(event)
    observer?.history(self, didRecord: event)
  }

  private func isUndoable(_ event: BlocklyEvent) -> Bool {
    !event.isUIEvent && event.recordsUndo && event.workspaceID == workspace.id
  }

  private func record(_ event: BlocklyEvent) {
    redoGroups = []
    let eventSize = event.memorySize
    if let groupID = event.groupID, let last = undoGroups.indices.last, undoGroups[last].groupID == groupID {
      undoGroups[last].events.append(event)
      undoGroups[last].size += eventSize
      // A step that grows is another state.
      undoGroups[last].mark = nextMark
    } else {
      undoGroups.append(Step(events: [event], mark: nextMark, size: eventSize))
    }
    nextMark += 1
    size += eventSize
    if size > sizeLimit, !keepsAll { forgetOldest() }
  }

  /// Forgets whole steps, so many that it is not needed again soon.
  private func forgetOldest() {
    var count = 0
    while count < undoGroups.count - 1, size > sizeLimit - sizeLimit / 8 {
      size -= undoGroups[count].size
      firstMark = undoGroups[count].mark
      count += 1
    }
    undoGroups.removeFirst(count)
  }

  /// Takes steps from an earlier session, when the program is as they left it.
  func restore(undo: [Step], redo: [Step]) {
    undoGroups = undo
    redoGroups = redo
    size = undo.reduce(0) { $0 + $1.size }
    for index in undoGroups.indices {
      undoGroups[index].mark = nextMark
      nextMark += 1
    }
    for index in redoGroups.indices.reversed() {
      redoGroups[index].mark = nextMark
      nextMark += 1
    }
  }

  // MARK: - Earlier sessions

  /// The stacks by themselves, to be handed over.
  package struct Stacks {
    fileprivate var undo: [Step] = []
    fileprivate var redo: [Step] = []
    fileprivate var nextMark = 1
    fileprivate var firstMark = 0
  }

  /// The stacks; who takes them over must have the program as they left it.
  package var stacks: Stacks {
    get { Stacks(undo: undoGroups, redo: redoGroups, nextMark: nextMark, firstMark: firstMark) }
    set {
      (undoGroups, redoGroups) = (newValue.undo, newValue.redo)
      (nextMark, firstMark) = (newValue.nextMark, newValue.firstMark)
      size = undoGroups.reduce(0) { $0 + $1.size }
      if size > sizeLimit { forgetOldest() }
    }
  }

  /// Does again what an earlier session did and recorded; it becomes the steps that it was. No step is forgotten from now
  /// on: the earlier session may have undone any of them.
  /// - Throws: `EventError` when the program is not as it was then; nothing has changed then.
  package func doAgain(_ events: [BlocklyEvent]) throws(EventError) {
    keepsAll = true
    let events = events.filter(isUndoable)
    try replay(events, forward: true)
    for event in events { record(event) }
  }

  // MARK: - Undo and redo

  /// Reverts the last step.
  /// - Returns: false when there is none.
  /// - Throws: `EventError` when the program is not as the step left it; it is then as it was before the call.
  @discardableResult
  public func undo() throws(EventError) -> Bool {
    eventManager.firePendingEvents()
    guard let step = undoGroups.popLast() else { return false }
    do {
      try replay(step.events, forward: false)
    } catch {
      undoGroups.append(step)
      throw error
    }
    size -= step.size
    redoGroups.append(step)
    observer?.historyDidUndo(self)
    return true
  }

  /// Applies the step that was reverted last.
  /// - Returns: false when there is none.
  /// - Throws: `EventError` when the program is not as undo left it; it is then as it was before the call.
  @discardableResult
  public func redo() throws(EventError) -> Bool {
    eventManager.firePendingEvents()
    guard let step = redoGroups.popLast() else { return false }
    do {
      try replay(step.events, forward: true)
    } catch {
      redoGroups.append(step)
      throw error
    }
    size += step.size
    undoGroups.append(step)
    observer?.historyDidRedo(self)
    return true
  }

  /// Runs a step's events, backwards in reverse order; the events that come of it are fired, in a group, and not recorded.
  private func replay(_ events: [BlocklyEvent], forward: Bool) throws(EventError) {
    isReplaying = true
    target.isReplaying = true
    eventManager.pushNewGroup()
    defer {
      eventManager.popGroup()
      eventManager.firePendingEvents()
      isReplaying = false
      target.isReplaying = false
    }
    // Few events are run sooner than a measuring of all at once is prepared.
    guard events.count > Self.fewEvents else { return try run(events, forward: forward) }
    var problem: EventError?
    target.changeMuch {
      do throws(EventError) { try run(events, forward: forward) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  private static let fewEvents = 8

  private func run(_ events: [BlocklyEvent], forward: Bool) throws(EventError) {
    var done = 0
    do {
      while done < events.count {
        try target.replay(events[forward ? done : events.count - 1 - done], forward: forward)
        done += 1
      }
    } catch {
      // What was done so far is taken back, so that a step is never split.
      while done > 0 {
        done -= 1
        try? target.replay(events[forward ? done : events.count - 1 - done], forward: !forward)
      }
      throw error
    }
  }
}
