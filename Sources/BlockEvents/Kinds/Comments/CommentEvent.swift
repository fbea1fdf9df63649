import BlockModel
import Markup

/// The base class of the events of workspace comments. As in Blockly, they are never merged.
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
