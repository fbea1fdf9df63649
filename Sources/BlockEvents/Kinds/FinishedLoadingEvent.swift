import BlockModel
import Markup

/// A program was loaded (`finished_loading`): nothing that could be undone, and no UI event.
public final class FinishedLoadingEvent: BlocklyEvent {
  /// What the ids follow from that the file didn't give; nil where nobody knows.
  public let seed: UInt64?

  public init(workspaceID: String, seed: UInt64? = nil) {
    self.seed = seed
    super.init(type: "finished_loading", workspaceID: workspaceID)
    recordsUndo = false
  }

  convenience init(json: JSONValue, workspaceID: String) {
    self.init(workspaceID: workspaceID, seed: json.own?["seed"]?.string.flatMap { UInt64($0, radix: 16) })
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    guard let seed else { return }
    json.own { $0.member("seed", String(seed, radix: 16)) }
  }
}
