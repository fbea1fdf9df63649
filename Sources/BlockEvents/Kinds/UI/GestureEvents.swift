import BlockModel
import Markup

/// A drag of blocks began or ended (`drag`).
public final class DragEvent: UIEvent {
  public let isStart: Bool

  public init(blockID: String, isStart: Bool, workspaceID: String) {
    self.isStart = isStart
    super.init(type: "drag", workspaceID: workspaceID, blockID: blockID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(blockID: try reader.text("blockId"), isStart: try reader.flag("isStart"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("isStart", isStart)
    json.member("blockId", blockID ?? "")
  }
}

/// A drag of a workspace comment began or ended (`comment_drag`).
public final class CommentDragEvent: UIEvent {
  public let commentID: String
  public let isStart: Bool

  public init(commentID: String, isStart: Bool, workspaceID: String) {
    self.commentID = commentID
    self.isStart = isStart
    super.init(type: "comment_drag", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(commentID: try reader.text("commentId"), isStart: try reader.flag("isStart"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("isStart", isStart)
    json.member("commentId", commentID)
  }
}

/// The selection changed (`selected`).
public final class SelectedEvent: UIEvent {
  public let oldElementID: String?
  public let newElementID: String?

  public init(oldElementID: String?, newElementID: String?, workspaceID: String) {
    self.oldElementID = oldElementID
    self.newElementID = newElementID
    super.init(type: "selected", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(
      oldElementID: reader.optionalText("oldElementId"), newElementID: reader.optionalText("newElementId"),
      workspaceID: workspaceID)
  }

  override public var isNull: Bool { oldElementID == newElementID }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    if let oldElementID { json.member("oldElementId", oldElementID) }
    if let newElementID { json.member("newElementId", newElementID) }
  }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? SelectedEvent, next.oldElementID == newElementID else { return nil }
    return SelectedEvent(oldElementID: oldElementID, newElementID: next.newElementID, workspaceID: workspaceID)
  }
}

/// The user clicked (`click`).
public final class ClickEvent: UIEvent {
  /// The click targets that Blockly distinguishes.
  public enum Target: String, CaseIterable, Sendable {
    case block, workspace
    case zoomControls = "zoom_controls"
  }

  public let target: Target

  public init(target: Target, blockID: String? = nil, workspaceID: String) {
    self.target = target
    super.init(type: "click", workspaceID: workspaceID, blockID: blockID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    let name = try reader.text("targetType")
    guard let target = Target(rawValue: name) else { throw EventError("unknown click target “\(name)”") }
    self.init(target: target, blockID: reader.optionalText("blockId"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("targetType", target.rawValue)
    if let blockID { json.member("blockId", blockID) }
  }
}
