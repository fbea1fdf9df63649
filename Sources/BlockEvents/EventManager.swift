import BlockModel

/// Collects events, groups them and fires them.
public final class EventManager {
  /// The shared instance.
  public static var sharedInstance = EventManager()

  /// A weak reference to a listener. It is read for every event, so reading must be cheap.
  private final class Listener {
    private(set) weak var listener: (any EventManagerListener)?
    init(_ listener: any EventManagerListener) { self.listener = listener }

    /// Drops the listener for good, even during an iteration over an older copy of the list.
    func leave() { listener = nil }

    /// Whether it receives no more events until all are fired, because it answers each with another one.
    var isSilenced = false
  }

  private var listeners: [Listener] = []
  private var pending: [BlocklyEvent] = []
  /// The events that are being fired. This array and `pending` swap their storage.
  private var fired: [BlocklyEvent] = []
  private var groups: [String] = []
  private var groupIDs = GroupIDs()
  private var isFiring = false
  /// The number of events added so far.
  private var addedCount = 0
  /// The event that is currently being delivered.
  private var firedEvent: BlocklyEvent?

  private let mergesEvents: Bool

  /// - Parameter mergesEvents: whether adjacent events on the same element are merged. Recorded events were already
  ///   merged when they were recorded. Merging them again would drop groups that Blockly counts as undo steps.
  public init(mergesEvents: Bool = true) { self.mergesEvents = mergesEvents }

  // MARK: - Event Firing

  /// Queues an event for firing. Without a group ID, it gets that of the current group. An event that changes nothing
  /// is dropped. If possible, it is merged with the last pending event of its group, as in Blockly.
  public func addPendingEvent(_ event: BlocklyEvent) {
    if event.groupID == nil { event.groupID = currentGroupID }
    if isReplaying { event.isReplayed = true }
    if event.isNull { return }
    addedCount &+= 1
    if mergesEvents, let last = pending.last, last.groupID == event.groupID, last.workspaceID == event.workspaceID,
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

  /// The maximum number of rounds of events that listeners add in answer to others, in one call of
  /// `firePendingEvents()`.
  public static let longestChain = 1000

  /// Receives the error that names the listeners whose events never end. The default writes a warning.
  public var didStopChain: (EventError) -> Void = { Warnings.write($0.reason) }

  /// Fires all pending events in order. Events that listeners add meanwhile are fired afterwards in the same call, in
  /// rounds. After `longestChain` rounds, a listener that adds further ones receives no more events in this call, and
  /// `didStopChain` is called. All events added until then are fired to the others, in their groups.
  public func firePendingEvents() {
    if isFiring { return }
    isFiring = true
    var rounds = 0
    var silenced: [Listener] = []
    defer {
      isFiring = false
      firedEvent = nil
      stopSilence(of: silenced)
    }
    while !pending.isEmpty {
      swap(&fired, &pending)
      defer { fired.removeAll(keepingCapacity: true) }
      rounds += 1
      for event in fired {
        firedEvent = event
        // A listener that is removed meanwhile is no longer called; an added one receives the next event.
        for entry in listeners {
          guard let listener = entry.listener, !event.isLoading || listener.wantsLoadingEvents else { continue }
          if rounds > Self.longestChain {
            if entry.isSilenced { continue }
            let count = addedCount
            listener.eventManager(self, didFireEvent: event)
            guard addedCount != count else { continue }
            entry.isSilenced = true
            silenced.append(entry)
          } else {
            listener.eventManager(self, didFireEvent: event)
          }
        }
      }
    }
  }

  private func stopSilence(of listeners: [Listener]) {
    if listeners.isEmpty { return }
    for entry in listeners { entry.isSilenced = false }
    let names = listeners.compactMap { entry in entry.listener.map { "\(type(of: $0))" } }
    didStopChain(
      EventError(
        "an endless chain of events was stopped after \(Self.longestChain) rounds; listeners: "
          + names.joined(separator: ", ")))
  }

  /// Removes the pending events, and fires none of them.
  package func takePendingEvents() -> [BlocklyEvent] {
    defer { pending = [] }
    return pending
  }

  /// Whether events are being replayed. Events added meanwhile are marked `isReplayed`.
  public var isReplaying = false

  // MARK: - Event Grouping

  /// The group ID on top of the stack. New events are assigned to it.
  public private(set) var currentGroupID: String?

  /// Pushes a new group ID onto the stack.
  public func pushNewGroup() {
    pushGroup(groupID: groupIDs.next())
  }

  /// Pushes a given group ID onto the stack. Pushing a different ID inside a group would split an undo step, so it
  /// stops debug builds, and causes a warning in others.
  public func pushGroup(groupID: String) {
    if let currentGroupID, currentGroupID != groupID {
      warn("the event group \(groupID) was pushed inside the group \(currentGroupID)")
    }
    groups.append(groupID)
    currentGroupID = groupID
  }

  /// Pushes the group of a fired event, so that chained changes are undone with it. Nil pushes a new group, which is
  /// also assigned to the event being delivered.
  public func pushGroup(groupID: String?) {
    if let groupID { return pushGroup(groupID: groupID) }
    pushNewGroup()
    if let firedEvent, firedEvent.groupID == nil { firedEvent.groupID = currentGroupID }
  }

  /// Pops the top group ID off the stack.
  public func popGroup() {
    if groups.popLast() == nil { warn("an event group was popped, but there is none") }
    currentGroupID = groups.last
  }

  /// Reports a misuse: debug builds stop.
  private func warn(_ message: String) {
    assertionFailure(message)
    Warnings.write(message)
  }

  // MARK: - Listeners

  /// Adds a listener after the existing ones. It is referenced weakly.
  public func addListener(_ listener: any EventManagerListener) {
    listeners.removeAll { $0.listener == nil }
    guard !listeners.contains(where: { $0.listener === listener }) else { return }
    listeners.append(Listener(listener))
  }

  /// Whether any listener wants loading events.
  public var hasLoadingListener: Bool { listeners.contains { $0.listener?.wantsLoadingEvents == true } }

  /// Removes a listener.
  public func removeListener(_ listener: any EventManagerListener) {
    for entry in listeners where entry.listener === listener { entry.leave() }
    listeners.removeAll { $0.listener == nil }
  }
}

/// Receives fired events.
public protocol EventManagerListener: AnyObject {
  /// Called for every event that the event manager fires.
  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent)

  /// Whether the listener receives loading events: one for each variable, stack and comment of a loaded program. They
  /// are only built if a listener wants them. The default is true, as in Blockly.
  var wantsLoadingEvents: Bool { get }
}

extension EventManagerListener {
  public var wantsLoadingEvents: Bool { true }
}
