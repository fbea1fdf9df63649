import BlockModel
import Markup

/// A workspace comment was collapsed or expanded (`comment_collapse`).
public final class CommentCollapseEvent: CommentEvent {
  /// Whether it was collapsed, not expanded.
  public private(set) var isCollapsed = false

  /// A change that was just made to the comment with this id.
  public convenience init(commentID: String, isCollapsed: Bool, workspaceID: String) {
    self.init(type: "comment_collapse", commentID: commentID, workspaceID: workspaceID)
    self.isCollapsed = isCollapsed
  }

  override public class var members: [EventMember] {
    [idMember, .flag("newCollapsed", \CommentCollapseEvent.isCollapsed)]
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.setCollapsed(forward ? isCollapsed : !isCollapsed, ofCommentID: commentID)
  }
}
