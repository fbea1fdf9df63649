import BlockEditing
import BlockEvents
import BlockModel
import Markup
import MortiseFiles

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
  /// The number of lines that are events, and of those that were applied or needed no change.
  package private(set) var eventCount = 0
  package private(set) var appliedCount = 0

  /// - Parameters:
  ///   - workspace: the program as it was when the recording began.
  ///   - extensions: those of the app that made the recording.
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
    where line.contains(text: finishedLoading) {
      guard let json = try? JSONParser.parse(Array(line)),
        let event = try? BlocklyEventFactory().event(from: json, workspaceID: "") as? FinishedLoadingEvent
      else { continue }
      return (event, number)
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")
  /// Only lines with this type are parsed; JSON may have it anywhere.
  private static let finishedLoading = #""finished_loading""#

  /// Applies events, one line of JSON each. Ignores UI events, unknown types and derived events. Loading events, which
  /// describe the recorded program, fill an empty program and are ignored for any other.
  /// - Parameter name: the recording's name, for error messages.
  /// - Returns: an error for each line that is not an event or can't be applied. All other lines are applied.
  public func apply(_ lines: [UInt8], named name: String) -> [ReplayError] {
    var problems: [(line: Int, column: Int, cause: String)] = []
    var group: [RecordedEvent] = []
    func applyGroup() {
      appliedCount += group.count
      apply(group) { line, error in
        problems.append((line, 0, "\(error)"))
        appliedCount -= 1
      }
      group = []
    }
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
          appliedCount += 1
        } else {
          if event.groupID == nil || event.groupID != group.last?.event.groupID { applyGroup() }
          group.append(RecordedEvent(event: event, line: index))
        }
      } catch let error as MarkupError {
        problems.append((index, error.position.column - 1, error.cause))
      } catch {
        problems.append((index, 0, "\(error)"))
      }
    }
    applyGroup()
    return problems.sorted { $0.line < $1.line }
      .map { ReplayError("\(name):\($0.line + 1):\($0.column + 1): \($0.cause)") }
  }

  private struct RecordedEvent {
    var event: BlocklyEvent
    var line: Int
  }

  /// Applies the events of a group, or one event without a group, as one undo step.
  private func apply(_ group: [RecordedEvent], report: (_ line: Int, _ error: EventError) -> Void) {
    guard let first = group.first else { return }
    if let id = first.event.groupID { manager.pushGroup(groupID: id) } else { manager.pushNewGroup() }
    defer {
      manager.popGroup()
      manager.firePendingEvents()
    }
    let replay = GroupReplay(of: group.map(\.event), on: coordinator)
    for (index, recorded) in group.enumerated() {
      if recorded.event is UnknownEvent { unknownEvents[recorded.event.type, default: 0] += 1 }
      do throws(EventError) { try replay.apply(at: index) } catch { report(recorded.line, error) }
    }
  }

  /// Applies a loading event, hidden from undo and listeners.
  private func load(_ event: BlocklyEvent) throws(EventError) {
    var problem: EventError?
    coordinator.using(EventManager()) {
      do throws(EventError) { try coordinator.replay(event, forward: true) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  /// Undoes some groups; nil for all.
  /// - Throws: `ReplayError` if the program isn't in the state in which the events left it.
  public func undo(_ count: Int?) throws(ReplayError) {
    try repeatAction(count) { () throws(EventError) in try history.undo() }
  }

  /// Redoes some groups; nil for all.
  /// - Throws: `ReplayError` if the program isn't in the state in which the events left it.
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

/// Writes events to a file as they are fired, one line of Blockly's event JSON each. Never waits for a reader of the
/// file.
public final class EventRecorder {
  private let file: LogFile

  /// Creates or replaces the file.
  /// - Throws: `FileError` when the file can't be written, or exists and is not a recording.
  public init(path: String) throws(FileError) { file = try LogFile(path, Self.kind) }

  private static var kind: LogKind {
    LogKind(name: "a recording of events") { $0.prefixMatch(of: /\{"type":"[^"]*","group":"/) != nil }
  }

  /// Waits until all events are written, unless a reader of the file has stopped reading.
  /// - Returns: why some events are missing; nil when none are.
  public func finish() -> String? { file.finish() }

  /// - Parameter workspace: the program that the event belongs to.
  public func write(_ event: BlocklyEvent, in workspace: Workspace) {
    file.write(event.json(in: workspace).text())
  }
}
