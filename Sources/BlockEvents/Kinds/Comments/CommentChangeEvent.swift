import BlockModel
import Markup

/// The text of a workspace comment was changed (`comment_change`).
public final class CommentChangeEvent: CommentEvent {
  public let oldText: String
  public let newText: String

  public init(commentID: String, oldText: String, newText: String, workspaceID: String) {
    self.oldText = oldText
    self.newText = newText
    super.init(type: "comment_change", commentID: commentID, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(
      commentID: try reader.text("commentId"), oldText: try reader.text("oldContents"),
      newText: try reader.text("newContents"), workspaceID: workspaceID)
  }

  /// Writes empty texts too, for which Blockly's own `toJson` throws.
  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    super.writeMembers(to: &json, in: workspace)
    json.member("oldContents", oldText)
    json.member("newContents", newText)
  }

  override public var isNull: Bool { oldText == newText }

  override public var memorySize: Int { super.memorySize + oldText.utf8.count + newText.utf8.count }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.changeComment(id: commentID, toText: forward ? newText : oldText)
  }
}
