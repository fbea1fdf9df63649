import BlockEvents
import BlockModel
import MortiseFiles

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
