import BlockModel
import Glibc

/// Gathers, groups and fires events (the seed's EventManager).
public final class EventManager {
  /// Shared instance.
  public static var sharedInstance = EventManager()

  private struct Listener {
    weak var listener: (any EventManagerListener)?
  }

  private var listeners: [Listener] = []
  private var pending: [BlocklyEvent] = []
  private var groups: [String] = []
  private var isFiring = false

  public init() {}

  // MARK: - Event Firing

  /// Queues an event to be fired. It takes the current group's ID when it has none. An event that changes nothing is
  /// dropped; one on the same thing as the last pending event of its group is merged into that, as Blockly does.
  public func addPendingEvent(_ event: BlocklyEvent) {
    if event.groupID == nil { event.groupID = currentGroupID }
    if event.isNull { return }
    if let last = pending.last, last.groupID == event.groupID, last.workspaceID == event.workspaceID,
      last.recordsUndo == event.recordsUndo, let merged = last.merged(with: event)
    {
      merged.groupID = event.groupID
      merged.recordsUndo = event.recordsUndo
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
    defer { isFiring = false }
    while !pending.isEmpty {
      let events = pending
      pending = []
      for event in events {
        for entry in listeners { deliver(event, to: entry) }
      }
    }
    listeners.removeAll { $0.listener == nil }
  }

  /// A listener that was removed meanwhile is not called any more.
  private func deliver(_ event: BlocklyEvent, to entry: Listener) {
    guard let listener = entry.listener, listeners.contains(where: { $0.listener === listener }) else { return }
    listener.eventManager(self, didFireEvent: event)
  }

  // MARK: - Event Grouping

  /// The top-most group ID that has been pushed onto the group stack; each new event is assigned it.
  public private(set) var currentGroupID: String?

  /// Creates a group ID and pushes it onto the group stack.
  public func pushNewGroup() {
    var randomness = SystemRandomNumberGenerator()
    pushGroup(groupID: BlocklyID.random(using: &randomness))
  }

  /// Pushes a given group ID onto the group stack. A group inside one of a different ID is a programmer's mistake, as it
  /// would split an undo step: it asserts in debug builds and warns in release builds.
  public func pushGroup(groupID: String) {
    if let currentGroupID, currentGroupID != groupID {
      complain("the event group \(groupID) was pushed inside the group \(currentGroupID)")
    }
    groups.append(groupID)
    currentGroupID = groupID
  }

  /// Pops the current group ID off the group stack.
  public func popGroup() {
    if groups.popLast() == nil { complain("an event group was popped, but there is none") }
    currentGroupID = groups.last
  }

  private func complain(_ words: String) {
    assertionFailure(words)
    let line = Array("mortise: warning: \(words)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  // MARK: - Listeners

  /// Adds a listener for event fires, behind those that are there. It is not kept alive.
  public func addListener(_ listener: any EventManagerListener) {
    guard !listeners.contains(where: { $0.listener === listener }) else { return }
    listeners.append(Listener(listener: listener))
  }

  /// Removes a listener.
  public func removeListener(_ listener: any EventManagerListener) {
    listeners.removeAll { $0.listener === listener || $0.listener == nil }
  }
}

/// Is told of fired events.
public protocol EventManagerListener: AnyObject {
  /// Triggered whenever an event is fired from an `EventManager`.
  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent)
}
