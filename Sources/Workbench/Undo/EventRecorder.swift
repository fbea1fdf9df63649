import BlockEvents
import BlockModel
import Glibc

/// Writes every fired event of a program to a file, one line of Blockly's event JSON each, at once.
public final class EventRecorder: EventManagerListener {
  private let workspace: Workspace
  private let path: String
  private nonisolated let descriptor: Int32
  /// Why the last event could not be written.
  public private(set) var problem: String?

  /// Begins a file anew and listens from now on.
  /// - Throws: `FileError` when the file can't be written.
  public init(path: String, workspace: Workspace, eventManager: EventManager) throws(FileError) {
    self.path = path
    self.workspace = workspace
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw FileError(.save, path, .system(errno)) }
    eventManager.addListener(self)
  }

  deinit { close(descriptor) }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard event.workspaceID == workspace.id else { return }
    let line = Array((event.json(in: workspace).text() + "\n").utf8)
    if write(descriptor, line, line.count) != line.count {
      problem = FileError(.save, path, .system(errno)).description
    }
  }
}
