import BlockModel
import Markup

/// A workspace comment was collapsed or expanded (`comment_collapse`).
public final class CommentCollapseEvent: CommentEvent {
  public let isCollapsed: Bool

  public init(commentID: String, isCollapsed: Bool, workspaceID: String) {
    self.isCollapsed = isCollapsed
    super.init(type: "comment_collapse", commentID: commentID, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    guard let isCollapsed = json["newCollapsed"]?.boolean else {
      throw EventError("“newCollapsed” is missing or neither true nor false")
    }
    self.init(
      commentID: try EventJSONReader(json).text("commentId"), isCollapsed: isCollapsed, workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    super.writeMembers(to: &json, in: workspace)
    json.member("newCollapsed", isCollapsed)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.setCollapsed(forward ? isCollapsed : !isCollapsed, ofCommentID: commentID)
  }
}
