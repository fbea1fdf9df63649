import BlockEditing
import BlockEvents
import BlockModel
import Markup

/// Applies recorded events to a program, each group as one undo step.
public final class EventReplay {
  private let coordinator: WorkspaceLayoutCoordinator
  private let manager = EventManager(mergesEvents: false)
  private let history: UndoHistory
  private let factory: BlocklyEventFactory
  /// Blockly fires no event when an “if … return” block changes to match its procedure.
  private let ifReturnListener: IfReturnListener
  /// Retained, because the event manager references them weakly.
  private let listeners: [any EventManagerListener]
  /// The number of events of each unknown type. They changed nothing.
  public private(set) var unknownEvents: [String: Int] = [:]
  /// The number of lines that were events, and of those that could be applied, or had no need to be.
  package private(set) var eventCount = 0
  package private(set) var appliedCount = 0
  /// The ID of the group whose events are being applied; nil between groups, and for an event without a group.
  private var openGroup: String?

  public init(workspace: Workspace, extensions: ProgramExtensions = ProgramExtensions()) {
    coordinator = WorkspaceLayoutCoordinator(
      workspace: workspace, eventManager: manager, layoutFactory: extensions.layoutFactory)
    factory = extensions.eventFactory
    history = UndoHistory(target: coordinator, eventManager: manager)
    ifReturnListener = IfReturnListener(coordinator: coordinator, followsOtherClients: true)
    listeners = extensions.addListeners(to: coordinator)
  }

  /// The seed of the ids that loading assigned to blocks without one when the recording was made; nil when the
  /// recording does not contain it.
  public static func seed(of lines: [UInt8]) -> UInt64? { finishedLoading(in: lines)?.event.seed }

  /// The first `finished_loading` event in a recording, with its line number, counted from 0.
  private static func finishedLoading(in lines: [UInt8]) -> (event: FinishedLoadingEvent, line: Int)? {
    for (number, line) in lines.split(separator: newline, omittingEmptySubsequences: false).enumerated()
    where line.starts(with: finishedLoadingPrefix) {
      guard let json = try? JSONParser.parse(Array(line)),
        let event = try? BlocklyEventFactory().event(from: json, workspaceID: "") as? FinishedLoadingEvent
      else { continue }
      return (event, number)
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")
  private static let finishedLoadingPrefix = Array(#"{"type":"finished_loading""#.utf8)

  /// Applies events, one line of JSON each. Ignores UI events, unknown types and derived events. Loading events, which
  /// describe the recorded program, fill an empty program and are ignored for any other.
  /// - Parameter name: the recording's name, for error messages.
  /// - Returns: an error for each line that is not an event or can't be applied. All other lines are applied.
  public func apply(_ lines: [UInt8], named name: String) -> [ReplayError] {
    var problems: [ReplayError] = []
    let loading = Self.finishedLoading(in: lines)
    let isEmpty = coordinator.workspace.isEmpty
    for (index, line) in lines.split(separator: Self.newline, omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      do {
        let json = try JSONParser.parse(Array(line))
        let event = try factory.event(from: json, workspaceID: coordinator.workspace.id)
        eventCount += 1
        if let loading, index <= loading.line, event.groupID == loading.event.groupID, event.groupID != nil {
          if isEmpty { try load(event) }
        } else {
          try apply(event)
        }
        appliedCount += 1
      } catch let error as MarkupError {
        problems.append(ReplayError("\(name):\(index + 1):\(error.position.column): \(error.cause)"))
      } catch {
        problems.append(ReplayError("\(name):\(index + 1):1: \(error)"))
      }
    }
    endGroup()
    return problems
  }

  private func apply(_ event: BlocklyEvent) throws(EventError) {
    if event is UnknownEvent {
      unknownEvents[event.type, default: 0] += 1
      return
    }
    guard !event.isUIEvent, !isDerived(event) else { return }
    if openGroup == nil || event.groupID != openGroup {
      endGroup()
      openGroup = event.groupID
      if let id = event.groupID { manager.pushGroup(groupID: id) } else { manager.pushNewGroup() }
    }
    defer { if event.groupID == nil { endGroup() } }
    try coordinator.replay(event, forward: true)
  }

  /// Applies a loading event, hidden from undo and listeners.
  private func load(_ event: BlocklyEvent) throws(EventError) {
    var problem: EventError?
    coordinator.using(EventManager()) {
      do throws(EventError) { try coordinator.replay(event, forward: true) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  private func endGroup() {
    guard manager.currentGroupID != nil else { return }
    manager.popGroup()
    manager.firePendingEvents()
    openGroup = nil
  }

  /// Whether an event only reports that a shadow was replaced or reappeared, which happens automatically here. Other
  /// events that aren't recorded for undo, such as those of an undo in another client, are applied.
  private func isDerived(_ event: BlocklyEvent) -> Bool {
    guard !event.recordsUndo else { return false }
    return switch event {
    case let event as CreateEvent: event.snapshot.records.first?.isShadow ?? true
    case let event as DeleteEvent: event.wasShadow
    case let event as MoveEvent: coordinator.workspace.blocks[event.blockID ?? ""]?.isShadow ?? true
    default: false
    }
  }

  /// Undoes some groups; nil for all.
  public func undo(_ count: Int?) throws(ReplayError) {
    try repeatAction(count) { () throws(EventError) in try history.undo() }
  }

  /// Redoes some groups; nil for all.
  public func redo(_ count: Int?) throws(ReplayError) {
    try repeatAction(count) { () throws(EventError) in try history.redo() }
  }

  private func repeatAction(_ count: Int?, _ undoOrRedo: () throws(EventError) -> Bool) throws(ReplayError) {
    var remaining = count ?? Int.max
    do throws(EventError) {
      while remaining > 0, try undoOrRedo() { remaining -= 1 }
    } catch {
      throw ReplayError("an event can't be replayed: \(error)")
    }
  }
}

/// Why an event could not be replayed, on one line.
public struct ReplayError: Error, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}
