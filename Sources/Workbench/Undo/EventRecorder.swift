import BlockEvents
import BlockModel
import Files

/// Writes events to a file, one line of Blockly's event JSON each, at once.
public final class EventRecorder {
  private let file: LogFile

  /// Begins a file anew.
  /// - Throws: `FileError` when the file can't be written, or is there and is no recording.
  public init(path: String) throws(FileError) { file = try LogFile(path, Self.kind) }

  private static var kind: LogKind {
    LogKind(name: "a recording of events") { $0.prefixMatch(of: /\{"type":"[^"]*","group":"/) != nil }
  }

  /// Why an event could not be written.
  public var problem: String? { file.problem }

  /// - Parameter workspace: the program that the event is about.
  public func write(_ event: BlocklyEvent, in workspace: Workspace) {
    file.write(event.json(in: workspace).text())
  }
}
