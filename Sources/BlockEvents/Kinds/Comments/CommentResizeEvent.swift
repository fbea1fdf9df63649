import BlockModel
import Markup

/// A workspace comment was resized (`comment_resize`).
public final class CommentResizeEvent: CommentEvent {
  /// The sizes; nil for Blockly's default, which the file omits.
  public let old: WorkspaceSize?
  public let new: WorkspaceSize?

  public init(commentID: String, old: WorkspaceSize?, new: WorkspaceSize?, workspaceID: String) {
    self.old = old
    self.new = new
    super.init(type: "comment_resize", commentID: commentID, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      commentID: try EventJSONReader(json).text("commentId"), old: try Self.size("old", json),
      new: try Self.size("new", json), workspaceID: workspaceID)
  }

  private static func size(_ prefix: String, _ json: JSONValue) throws(EventError) -> WorkspaceSize? {
    let mortiseMembers = json.mortiseMembers?[prefix]
    if mortiseMembers?["implicit"]?.boolean == true { return nil }
    guard let width = (mortiseMembers?["width"] ?? json[prefix + "Width"])?.number,
      let height = (mortiseMembers?["height"] ?? json[prefix + "Height"])?.number
    else { throw EventError("“\(prefix)Width” or “\(prefix)Height” is missing or not a number") }
    return try WorkspaceRange.checked(WorkspaceSize(width: width, height: height))
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    super.writeMembers(to: &json, in: workspace)
    write(old, "old", to: &json)
    write(new, "new", to: &json)
    json.mortiseMembers { json in
      json.object("old") { Self.writeMortiseMembers(old, to: &$0) }
      json.object("new") { Self.writeMortiseMembers(new, to: &$0) }
    }
  }

  private func write(_ size: WorkspaceSize?, _ prefix: String, to json: inout JSONBuilder) {
    let size = size ?? CommentSnapshot.defaultSize
    json.member(prefix + "Width", size.width.rounded())
    json.member(prefix + "Height", size.height.rounded())
  }

  /// Writes the exact size if Blockly rounds it, and whether it is implicit.
  private static func writeMortiseMembers(_ size: WorkspaceSize?, to json: inout JSONBuilder) {
    guard let size else { return json.member("implicit", true) }
    guard size.width != size.width.rounded() || size.height != size.height.rounded() else { return }
    json.member("width", size.width)
    json.member("height", size.height)
  }

  override public var isNull: Bool { old == new }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.resizeComment(id: commentID, to: forward ? new : old)
  }
}
