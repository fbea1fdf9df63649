import BlockModel
import Markup

/// A program was loaded (`finished_loading`). It is neither undone nor a UI event.
public final class FinishedLoadingEvent: BlocklyEvent {
  /// The seed of the ids generated for blocks whose id the file omits; nil if unknown.
  public let seed: UInt64?

  public init(workspaceID: String, seed: UInt64? = nil) {
    self.seed = seed
    super.init(type: "finished_loading", workspaceID: workspaceID)
    recordsUndo = false
  }

  convenience init(json: JSONValue, workspaceID: String) {
    self.init(workspaceID: workspaceID, seed: json.mortiseMembers?["seed"]?.string.flatMap { UInt64($0, radix: 16) })
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    guard let seed else { return }
    json.mortiseMembers { $0.member("seed", String(seed, radix: 16)) }
  }
}
