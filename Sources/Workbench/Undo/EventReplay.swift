import BlockEditing
import BlockEvents
import BlockModel
import Markup

/// Applies recorded events to a program, each group as one undo step.
public final class EventReplay {
  private let coordinator: WorkspaceLayoutCoordinator
  private let manager = EventManager()
  private let history: UndoHistory
  private let factory: BlocklyEventFactory
  /// Blockly fires no event when an “if … return” block changes to match its procedure.
  private let follower: IfReturnListener
  /// Kept alive here.
  private let listeners: [any EventManagerListener]
  /// How many events of each unknown type there were. They changed nothing.
  public private(set) var unknownEvents: [String: Int] = [:]

  public init(workspace: Workspace, extensions: ProgramExtensions = ProgramExtensions()) {
    coordinator = WorkspaceLayoutCoordinator(
      workspace: workspace, eventManager: manager, layoutFactory: extensions.layoutFactory)
    factory = extensions.eventFactory
    history = UndoHistory(target: coordinator, eventManager: manager)
    follower = IfReturnListener(coordinator: coordinator, followsOtherClients: true)
    listeners = extensions.addListeners(to: coordinator)
  }

  /// The seed of the ids that were given to blocks without one while the program was loaded for the recording; nil when
  /// the first line does not contain it.
  public static func seed(of lines: [UInt8]) -> UInt64? {
    let first = lines.prefix { $0 != UInt8(ascii: "\n") }
    guard let json = try? JSONParser.parse(Array(first)) else { return nil }
    return (try? BlocklyEventFactory().event(from: json, workspaceID: "") as? FinishedLoadingEvent)?.seed
  }

  /// Applies events, one line of JSON each. Ignores UI events, unknown types and derived events.
  /// - Throws: `ReplayError` for the first line that is not an event or can't be applied.
  public func apply(_ lines: [UInt8], named name: String) throws(ReplayError) {
    var group: String?
    defer { finish(group) }
    for (index, line) in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      do {
        let json = try JSONParser.parse(Array(line))
        let event = try factory.event(from: json, workspaceID: coordinator.workspace.id)
        if event is UnknownEvent {
          unknownEvents[event.type, default: 0] += 1
          continue
        }
        guard !event.isUIEvent, !isDerived(event) else { continue }
        if event.groupID == nil || event.groupID != group {
          finish(group)
          group = event.groupID
          if let group { manager.pushGroup(groupID: group) } else { manager.pushNewGroup() }
        }
        let isAlone = event.groupID == nil
        try coordinator.replay(event, forward: true)
        if isAlone { finish("") }
      } catch let error as MarkupError {
        throw ReplayError("\(name):\(index + 1):\(error.position.column): \(error.cause)")
      } catch {
        throw ReplayError("\(name):\(index + 1):1: \(error)")
      }
    }
  }

  /// Whether an event is about a shadow that is replaced or comes back, which happens here by itself. Other events that
  /// are not recorded for undo, such as those of an undo in another client, are still applied.
  private func isDerived(_ event: BlocklyEvent) -> Bool {
    guard !event.recordsUndo else { return false }
    return switch event {
    case let event as CreateEvent: event.snapshot.records.first?.isShadow ?? true
    case let event as DeleteEvent: event.wasShadow
    case let event as MoveEvent: coordinator.workspace.blocks[event.blockID ?? ""]?.isShadow ?? true
    default: false
    }
  }

  private func finish(_ group: String?) {
    guard group != nil else { return }
    manager.popGroup()
    manager.firePendingEvents()
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
      throw ReplayError("a step can't be replayed: \(error)")
    }
  }
}

/// Why events could not be replayed, on one line.
public struct ReplayError: Error, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}
