import BlockModel
import Markup

/// The text of a workspace comment was changed (`comment_change`).
public final class CommentChangeEvent: CommentEvent {
  /// The text that undo sets.
  public private(set) var oldText = ""
  /// The text that redo sets.
  public private(set) var newText = ""

  /// A change that was just made to the comment with this id.
  public convenience init(commentID: String, oldText: String, newText: String, workspaceID: String) {
    self.init(type: "comment_change", commentID: commentID, workspaceID: workspaceID)
    self.oldText = oldText
    self.newText = newText
  }

  // Empty texts are written, too, for which Blockly's own `toJson` throws.
  override public class var members: [EventMember] {
    [idMember, .text("oldContents", \CommentChangeEvent.oldText), .text("newContents", \CommentChangeEvent.newText)]
  }

  override public var isNull: Bool { oldText == newText }

  override public var memorySize: Int { super.memorySize + oldText.utf8.count + newText.utf8.count }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.changeComment(id: commentID, toText: forward ? newText : oldText)
  }
}
