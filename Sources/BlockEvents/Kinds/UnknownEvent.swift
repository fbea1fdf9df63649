import BlockModel
import Markup

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
