import BlockModel
import Glibc

/// Gathers, groups and fires events.
public final class EventManager {
  /// Shared instance.
  public static var sharedInstance = EventManager()

  /// A listener's place in the order. It is asked for each event whether it still counts, so it must be cheap to ask.
  private final class Listener {
    private(set) weak var listener: (any EventManagerListener)?
    init(_ listener: any EventManagerListener) { self.listener = listener }

    /// Lets go of the listener for good, also where the order of a moment ago is still being gone through.
    func leave() { listener = nil }
  }

  private var listeners: [Listener] = []
  private var pending: [BlocklyEvent] = []
  private var groups: [String] = []
  private var groupIDs = GroupIDs()
  private var isFiring = false
  /// The event that the listeners are being told of.
  private var firedEvent: BlocklyEvent?
  /// Where warnings go; nil for standard error.
  private var warning: ((String) -> Void)?

  public init() {}

  // MARK: - Event Firing

  /// Queues an event to be fired. It takes the current group's ID when it has none. An event that changes nothing is
  /// dropped; one on the same thing as the last pending event of its group is merged into that, as Blockly does.
  public func addPendingEvent(_ event: BlocklyEvent) {
    if event.groupID == nil { event.groupID = currentGroupID }
    if isReplaying { event.isReplayed = true }
    if event.isNull { return }
    if let last = pending.last, last.groupID == event.groupID, last.workspaceID == event.workspaceID,
      last.recordsUndo == event.recordsUndo, last.isReplayed == event.isReplayed, let merged = last.merged(with: event)
    {
      merged.groupID = event.groupID
      merged.recordsUndo = event.recordsUndo
      merged.isReplayed = event.isReplayed
      pending.removeLast()
      if !merged.isNull { pending.append(merged) }
      return
    }
    pending.append(event)
  }

  /// Fires all pending events, in the order in which they were added. Events that a listener adds reach every listener
  /// after the current one, in the same call.
  public func firePendingEvents() {
    if isFiring { return }
    isFiring = true
    defer {
      isFiring = false
      firedEvent = nil
    }
    while !pending.isEmpty {
      let events = pending
      pending.removeAll(keepingCapacity: true)
      for event in events {
        firedEvent = event
        // A listener that is removed meanwhile is not called any more; one that is added hears the next event.
        for entry in listeners { entry.listener?.eventManager(self, didFireEvent: event) }
      }
    }
  }

  /// Whether events are being run again. Those that are added meanwhile are marked as `isReplayed`.
  public var isReplaying = false

  // MARK: - Event Grouping

  /// The top-most group ID that has been pushed onto the group stack; each new event is assigned it.
  public private(set) var currentGroupID: String?

  /// Creates a group ID and pushes it onto the group stack.
  public func pushNewGroup() {
    pushGroup(groupID: groupIDs.next())
  }

  /// Pushes a given group ID onto the group stack. A group inside one of a different ID is a programmer's mistake, as it
  /// would split an undo step: see `setWarning`.
  public func pushGroup(groupID: String) {
    if let currentGroupID, currentGroupID != groupID {
      complain("the event group \(groupID) was pushed inside the group \(currentGroupID)")
    }
    groups.append(groupID)
    currentGroupID = groupID
  }

  /// Pushes the group of a fired event, so that what follows from the event is undone together with it. For nil this is a
  /// new group, which the event gets too while its listeners are told of it.
  public func pushGroup(groupID: String?) {
    if let groupID { return pushGroup(groupID: groupID) }
    pushNewGroup()
    if let firedEvent, firedEvent.groupID == nil { firedEvent.groupID = currentGroupID }
  }

  /// Pops the current group ID off the group stack.
  public func popGroup() {
    if groups.popLast() == nil { complain("an event group was popped, but there is none") }
    currentGroupID = groups.last
  }

  /// Sets what is called with one line for each misuse. Without it, debug builds stop, and release builds write to standard
  /// error, which must not happen on a screen that somebody draws on.
  public func setWarning(_ warning: @escaping (String) -> Void) { self.warning = warning }

  private func complain(_ words: String) {
    if let warning { return warning(words) }
    assertionFailure(words)
    let line = Array("mortise: warning: \(words)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  // MARK: - Listeners

  /// Adds a listener for event fires, behind those that are there. It is not kept alive.
  public func addListener(_ listener: any EventManagerListener) {
    listeners.removeAll { $0.listener == nil }
    guard !listeners.contains(where: { $0.listener === listener }) else { return }
    listeners.append(Listener(listener))
  }

  /// Removes a listener.
  public func removeListener(_ listener: any EventManagerListener) {
    for entry in listeners where entry.listener === listener { entry.leave() }
    listeners.removeAll { $0.listener == nil }
  }
}

/// Is told of fired events.
public protocol EventManagerListener: AnyObject {
  /// Triggered whenever an event is fired from an `EventManager`.
  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent)
}
