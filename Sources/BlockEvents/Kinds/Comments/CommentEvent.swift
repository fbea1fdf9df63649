import BlockModel
import Markup

/// The base class of the events of workspace comments. As in Blockly, they are never merged.
public class CommentEvent: BlocklyEvent {
  /// The id of the comment in its workspace.
  public internal(set) var commentID = ""

  convenience init(type: String, commentID: String, workspaceID: String) {
    self.init(type: type, workspaceID: workspaceID)
    self.commentID = commentID
  }

  override public class var members: [EventMember] { [idMember] }

  static let idMember = EventMember.text("commentId", \CommentEvent.commentID)
}
