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
    let members = EventMembers(json)
    self.init(
      commentID: try members.text("commentId"), oldText: try members.text("oldContents"),
      newText: try members.text("newContents"), workspaceID: workspaceID)
  }

  /// Empty texts are written too, though Blockly's own `toJson` throws at them.
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
