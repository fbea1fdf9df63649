import BlockModel
import Markup

/// A drag of blocks began or ended (`drag`).
public final class DragEvent: UIEvent {
  /// Whether the drag began, not ended.
  public private(set) var isStart = false

  /// - Parameter blockID: the block that the pointer holds; those below it come along.
  public convenience init(blockID: String, isStart: Bool, workspaceID: String) {
    self.init(type: "drag", workspaceID: workspaceID)
    self.isStart = isStart
    self.blockID = blockID
  }

  override public class var members: [EventMember] {
    [.flag("isStart", \DragEvent.isStart), .blockID]
  }
}

/// A drag of a workspace comment began or ended (`comment_drag`).
public final class CommentDragEvent: UIEvent {
  /// The id of the dragged comment.
  public private(set) var commentID = ""
  /// Whether the drag began, not ended.
  public private(set) var isStart = false

  /// - Parameter isStart: whether the drag began, not ended.
  public convenience init(commentID: String, isStart: Bool, workspaceID: String) {
    self.init(type: "comment_drag", workspaceID: workspaceID)
    self.commentID = commentID
    self.isStart = isStart
  }

  override public class var members: [EventMember] {
    [.flag("isStart", \CommentDragEvent.isStart), .text("commentId", \CommentDragEvent.commentID)]
  }
}

/// The selection changed (`selected`).
public final class SelectedEvent: UIEvent {
  /// The id of the block or comment that was selected before; nil for none.
  public private(set) var oldElementID: String?
  /// The id of the block or comment that is selected now; nil for none.
  public private(set) var newElementID: String?

  /// - Parameter newElementID: nil if nothing is selected any more.
  public convenience init(oldElementID: String?, newElementID: String?, workspaceID: String) {
    self.init(type: "selected", workspaceID: workspaceID)
    self.oldElementID = oldElementID
    self.newElementID = newElementID
  }

  override public class var members: [EventMember] {
    [.text("oldElementId", \SelectedEvent.oldElementID), .text("newElementId", \SelectedEvent.newElementID)]
  }

  override public var isNull: Bool { oldElementID == newElementID }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? SelectedEvent, next.oldElementID == newElementID else { return nil }
    return SelectedEvent(oldElementID: oldElementID, newElementID: next.newElementID, workspaceID: workspaceID)
  }
}

/// The user clicked (`click`).
public final class ClickEvent: UIEvent {
  /// The click targets that Blockly distinguishes.
  public enum Target: String, CaseIterable, Sendable {
    /// A block.
    case block
    /// A blank place of the canvas.
    case workspace
    /// The buttons that zoom in web pages; Mortise has none.
    case zoomControls = "zoom_controls"
  }

  /// The clicked target.
  public private(set) var target: Target = .workspace

  /// - Parameter blockID: nil for a click on the workspace.
  public convenience init(target: Target, blockID: String? = nil, workspaceID: String) {
    self.init(type: "click", workspaceID: workspaceID)
    self.target = target
    self.blockID = blockID
  }

  override public class var members: [EventMember] {
    [.word("targetType", \ClickEvent.target, "click target"), .text("blockId", \ClickEvent.blockID)]
  }
}
