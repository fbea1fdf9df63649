import BlockModel
import Markup

/// Something that happened to a workspace comment: what all its events have in common. As in Blockly, none of them is
/// merged with the next.
public class CommentEvent: BlocklyEvent {
  public let commentID: String

  init(type: String, commentID: String, workspaceID: String) {
    self.commentID = commentID
    super.init(type: type, workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("commentId", commentID)
  }
}
