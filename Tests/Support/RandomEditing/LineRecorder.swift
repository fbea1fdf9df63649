import BlockEvents
import BlockModel

/// Keeps fired events as lines of JSON, in the format of a recording.
public final class LineRecorder: EventManagerListener {
  private let workspace: Workspace
  public private(set) var lines: [String] = []

  public init(of workspace: Workspace) { self.workspace = workspace }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    lines.append(event.json(in: workspace).text())
  }
}
