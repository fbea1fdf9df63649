import BlockEvents
import BlockLayout
import BlockModel
import EventQueues
import Markup

/// The undo and redo stacks. Listens to fired events and keeps those that can be undone, group by group.
public final class UndoHistory: EventManagerListener {
  /// The unit of undo: the events of a group, or a single event without a group.
  struct UndoGroup {
    var events: [BlocklyEvent]
    /// Computed, because an event can join a group after it was recorded, when other events are chained to it.
    var groupID: String? { events.last?.groupID }
    /// Identifies a state of the program.
    var mark: Int
    /// The memory used by the events, in bytes, as they report it.
    var size: Int
    /// The cursor before and after the change; nil for a group from an earlier session.
    var cursorBefore: FocusItem?
    var cursorAfter: FocusItem?
    /// The name of the change in messages; nil if it has none, and for a group from an earlier session.
    var name: String?
  }

  /// The default memory limit for the undo stack, in bytes: enough for weeks of editing.
  public static let defaultSizeLimit = 256 << 20

  private let target: any EventTarget
  private let eventManager: EventManager
  private let sizeLimit: Int
  private(set) var undoGroups: [UndoGroup] = []
  private(set) var redoGroups: [UndoGroup] = []
  private var size = 0
  private var isReplaying = false
  private var nextMark = 1
  /// The mark of the state after everything is undone.
  private var firstMark = 0
  /// Keeps every group, even beyond the limit, while an earlier session is replayed.
  private var keepsAll = false
  /// Whether undoing or redoing a group is refused if another editor has changed its results since.
  package var refusesChangedResults = false
  /// Whether the events that are fired are those of other editors.
  private var isIgnoring = false
  private var otherCount = 0
  /// Receives every change to the stacks.
  public weak var observer: (any UndoHistoryObserver)?

  /// - Parameter sizeLimit: the memory limit for the undo stack, in bytes. Beyond it, the oldest groups are dropped as
  ///   a whole; the newest is always kept.
  public init(target: any EventTarget, eventManager: EventManager, sizeLimit: Int = defaultSizeLimit) {
    self.target = target
    self.eventManager = eventManager
    self.sizeLimit = sizeLimit
    eventManager.addListener(self)
  }

  var workspace: Workspace { target.workspace }

  /// The number of groups that can be undone.
  public var undoCount: Int { undoGroups.count }
  /// The number of undone groups that can be redone; a change forgets them.
  public var redoCount: Int { redoGroups.count }

  /// Identifies the program's current state: equal marks mean equal states.
  public var mark: Int { undoGroups.last?.mark ?? firstMark }

  /// A state of the program that other editors may have changed, too.
  package nonisolated struct Version: Hashable, Sendable {
    package var mark: Int
    /// The number of changes made by others.
    package var others: Int
  }

  /// The version of the program's current state: equal versions mean that nothing has changed.
  package var version: Version { Version(mark: mark, others: otherCount) }

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard !isReplaying, isUndoable(event) else { return }
    if isIgnoring {
      otherCount += 1
      return
    }
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
      // A group that grows is a new state.
      undoGroups[last].mark = nextMark
    } else {
      undoGroups.append(UndoGroup(events: [event], mark: nextMark, size: eventSize))
    }
    nextMark += 1
    size += eventSize
    if size > sizeLimit, !keepsAll { dropOldest() }
  }

  /// Drops the oldest groups, with some slack below the limit, so that this is not needed again soon.
  private func dropOldest() {
    var count = 0
    while count < undoGroups.count - 1, size > sizeLimit - sizeLimit / 8 {
      size -= undoGroups[count].size
      firstMark = undoGroups[count].mark
      count += 1
    }
    undoGroups.removeFirst(count)
  }

  /// Records the cursor of the last group, so that undo and redo return it to the change, and the group's name.
  func describeLast(cursorBefore: FocusItem?, after: FocusItem?, name: String? = nil) {
    guard let last = undoGroups.indices.last else { return }
    undoGroups[last].cursorBefore = cursorBefore
    undoGroups[last].cursorAfter = after
    undoGroups[last].name = name
  }

  /// Restores the groups of an earlier session. The program must be in the state in which that session ended.
  func restore(undo: [UndoGroup], redo: [UndoGroup]) {
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

  // MARK: - Others

  /// Makes changes of other editors. Their events can't be undone here.
  package func ignoring(_ changes: () -> Void) {
    let wasIgnoring = isIgnoring
    isIgnoring = true
    changes()
    isIgnoring = wasIgnoring
  }

  /// Replaces events of a group, because a change of another editor now comes before them. A group without events is
  /// removed.
  /// - Parameter old: all or some of the group's events.
  package func replace(_ old: [BlocklyEvent], ofGroup id: String, with new: [BlocklyEvent]) {
    let former = Set(old.map { ObjectIdentifier($0) })
    /// - Returns: the growth of the group's size; nil if there is no such group.
    func replace(in groups: inout [UndoGroup]) -> Int? {
      // Groups are usually replaced in order.
      let next = [lastReplaced + 1, lastReplaced, lastReplaced - 1].first {
        groups.indices.contains($0) && groups[$0].groupID == id
      }
      guard let index = next ?? groups.lastIndex(where: { $0.groupID == id }) else { return nil }
      lastReplaced = index
      let size = groups[index].size
      var events = groups[index].events
      let position = events.firstIndex { former.contains(ObjectIdentifier($0)) } ?? events.count
      events.removeAll { former.contains(ObjectIdentifier($0)) }
      events.insert(contentsOf: new, at: position)
      if events.isEmpty {
        groups.remove(at: index)
        lastReplaced -= 1
        return -size
      }
      groups[index].events = events
      groups[index].size = events.reduce(0) { $0 + $1.memorySize }
      return groups[index].size - size
    }
    if let growth = replace(in: &undoGroups) { size += growth } else { _ = replace(in: &redoGroups) }
  }

  /// The index of the group that was replaced last.
  private var lastReplaced = -1

  /// Drops the group that can't be undone, or redone, so that the one before it can be.
  package func dropNext(forward: Bool) {
    if forward {
      _ = redoGroups.popLast()
    } else if let group = undoGroups.popLast() {
      size -= group.size
    }
  }

  // MARK: - Earlier sessions

  /// The contents of the stacks, for another history.
  package struct Stacks {
    fileprivate var undo: [UndoGroup] = []
    fileprivate var redo: [UndoGroup] = []
    fileprivate var nextMark = 1
    fileprivate var firstMark = 0
  }

  /// The stacks. When they are set, the program must be in the matching state.
  package var stacks: Stacks {
    get { Stacks(undo: undoGroups, redo: redoGroups, nextMark: nextMark, firstMark: firstMark) }
    set {
      (undoGroups, redoGroups) = (newValue.undo, newValue.redo)
      (nextMark, firstMark) = (newValue.nextMark, newValue.firstMark)
      size = undoGroups.reduce(0) { $0 + $1.size }
      if size > sizeLimit { dropOldest() }
    }
  }

  /// Replays the events that an earlier session recorded, and records the same groups again. From now on no group is
  /// dropped, because the earlier session may have undone any of them.
  /// - Throws: `EventError` when the program does not match; nothing has changed then.
  package func replayEarlierSession(_ events: [BlocklyEvent]) throws(EventError) {
    keepsAll = true
    let events = events.filter(isUndoable)
    try replay(events, forward: true)
    for event in events { record(event) }
  }

  // MARK: - Undo and redo

  /// Undoes the last group.
  /// - Returns: false when there is none.
  /// - Throws: `EventError` when the program does not match the group; nothing has changed then.
  @discardableResult
  public func undo() throws(EventError) -> Bool {
    eventManager.firePendingEvents()
    guard let group = undoGroups.popLast() else { return false }
    do { try replay(group.events, forward: false) } catch {
      undoGroups.append(group)
      throw error
    }
    size -= group.size
    redoGroups.append(group)
    observer?.historyDidUndo(self)
    return true
  }

  /// Redoes the group that was undone last.
  /// - Returns: false when there is none.
  /// - Throws: `EventError` when the program does not match the group; nothing has changed then.
  @discardableResult
  public func redo() throws(EventError) -> Bool {
    eventManager.firePendingEvents()
    guard let group = redoGroups.popLast() else { return false }
    do { try replay(group.events, forward: true) } catch {
      redoGroups.append(group)
      throw error
    }
    size += group.size
    undoGroups.append(group)
    observer?.historyDidRedo(self)
    return true
  }

  /// Runs a group's events, backwards in reverse order. The resulting events are fired in a group, but not recorded.
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
    // For few events, preparing a bulk change costs more than it saves.
    guard events.count > Self.fewEvents else { return try run(events, forward: forward) }
    var problem: EventError?
    target.performBatch {
      do throws(EventError) {
        try Progress.within(0...0.5, Progress.Activity(forward ? "redoing" : "undoing")) { () throws(EventError) in
          try run(events, forward: forward)
        }
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  private static let fewEvents = 8

  private func run(_ events: [BlocklyEvent], forward: Bool) throws(EventError) {
    var count = 0
    var loop = Progress.Loop(of: events.count)
    do throws(EventError) {
      while count < events.count {
        let event = events[forward ? count : events.count - 1 - count]
        if refusesChangedResults, let change = event.laterChange(forward: forward, in: workspace) {
          throw EventError("\(change) by another user")
        }
        try target.replay(event, forward: forward)
        count += 1
        loop.step()
      }
    } catch {
      // Roll back, so that a group is never applied in part.
      while count > 0 {
        count -= 1
        try? target.replay(events[forward ? count : events.count - 1 - count], forward: !forward)
      }
      throw error
    }
  }

  /// The undo and redo stacks as JSON, one line per group, for `restore(_:factory:)` in another session.
  public func lines() -> String {
    var text = ""
    for group in undoGroups { text += line(of: group, isRedo: false) }
    for group in redoGroups { text += line(of: group, isRedo: true) }
    return text
  }

  private func line(of group: UndoGroup, isRedo: Bool) -> String {
    let line = JSONWriter.line { json in
      json.member("redo", isRedo)
      json.array("events") { for event in group.events { $0.value(event.json(in: workspace)) } }
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Restores the stacks of an earlier session and discards the current ones. The program must be in the state in which
  /// that session ended.
  /// - Throws: `ReplayError` for the first line that is not a group; nothing has changed then.
  public func restore(_ lines: String, factory: BlocklyEventFactory) throws(ReplayError) {
    var (undo, redo) = ([UndoGroup](), [UndoGroup]())
    for (index, line) in lines.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        let json = try JSONParser.parse(Array(line))
        var events: [BlocklyEvent] = []
        for event in json["events"]?.elements.map({ $0 }) ?? [] {
          events.append(try factory.event(from: event, workspaceID: workspace.id))
        }
        let group = UndoGroup(
          events: events, mark: 0, size: events.reduce(0) { $0 + $1.memorySize })
        if json["redo"]?.boolean == true { redo.append(group) } else { undo.append(group) }
      } catch {
        throw ReplayError("step \(index + 1) can't be read: \(error)")
      }
    }
    restore(undo: undo, redo: redo)
  }
}

/// Receives every change to the undo and redo stacks, in order, so that replaying the changes rebuilds the stacks.
public protocol UndoHistoryObserver: AnyObject {
  /// An event was recorded. More events of its group may follow.
  func history(_ history: UndoHistory, didRecord event: BlocklyEvent)
  /// The last group was undone.
  func historyDidUndo(_ history: UndoHistory)
  /// The group that was undone last was redone.
  func historyDidRedo(_ history: UndoHistory)
}
