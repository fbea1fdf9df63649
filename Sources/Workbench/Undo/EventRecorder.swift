import BlockEvents
import BlockModel
import Files

/// Writes events to a file, one line of Blockly's event JSON each, at once. It never waits for whoever reads them.
public final class EventRecorder {
  private let file: LogFile

  /// Begins a file anew.
  /// - Throws: `FileError` when the file can't be written, or is there and is no recording.
  public init(path: String) throws(FileError) { file = try LogFile(path, Self.kind) }

  private static var kind: LogKind {
    LogKind(name: "a recording of events") { $0.prefixMatch(of: /\{"type":"[^"]*","group":"/) != nil }
  }

  /// Waits until all events are written, though not for a reader that takes none.
  /// - Returns: why some are missing; nil when none is.
  public func finish() -> String? { file.finish() }

  /// - Parameter workspace: the program that the event is about.
  public func write(_ event: BlocklyEvent, in workspace: Workspace) {
    file.write(event.json(in: workspace).text())
  }
}
