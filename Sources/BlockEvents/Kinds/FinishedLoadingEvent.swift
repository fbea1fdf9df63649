import BlockModel
import Markup

/// A program was loaded (`finished_loading`). It is neither undone nor a UI event.
public final class FinishedLoadingEvent: BlocklyEvent {
  /// The seed of the ids generated for blocks whose id the file omits; nil if unknown.
  public private(set) var seed: UInt64?

  override public init(type: String, workspaceID: String, groupID: String? = nil, blockID: String? = nil) {
    super.init(type: type, workspaceID: workspaceID, groupID: groupID, blockID: blockID)
    recordsUndo = false
  }

  /// - Parameter seed: lets a replay generate the same ids; nil if the file has them all.
  public convenience init(workspaceID: String, seed: UInt64? = nil) {
    self.init(type: "finished_loading", workspaceID: workspaceID)
    self.seed = seed
  }

  override public class var members: [EventMember] { table }

  private static let table: [EventMember] = [
    .mortise([
      EventMember(\FinishedLoadingEvent.seed) { (json) throws(EventError) in
        json["seed"]?.string.flatMap { UInt64($0, radix: 16) }
      } write: { seed, json, _ in
        if let seed { json.member("seed", String(seed, radix: 16)) }
      }
    ])
  ]
}

/// An event of an unregistered type. It is kept as read, and does nothing when run.
public final class UnknownEvent: BlocklyEvent {
  /// The event's JSON as read.
  public let json: JSONValue

  init(_ json: JSONValue, type: String, workspaceID: String) {
    self.json = json
    super.init(type: type, workspaceID: workspaceID, blockID: json["blockId"]?.string)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    for (name, value) in self.json.members where name != "type" && name != "group" { json.member(name, value) }
  }
}
