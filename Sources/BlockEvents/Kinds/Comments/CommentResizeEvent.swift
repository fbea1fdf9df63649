import BlockModel
import Markup

/// A workspace comment was resized (`comment_resize`).
public final class CommentResizeEvent: CommentEvent {
  /// The sizes; nil for Blockly's default, which the file omits.
  public private(set) var old: WorkspaceSize?
  /// See `old`.
  public private(set) var new: WorkspaceSize?

  /// A change that was just made to the comment with this id.
  public convenience init(commentID: String, old: WorkspaceSize?, new: WorkspaceSize?, workspaceID: String) {
    self.init(type: "comment_resize", commentID: commentID, workspaceID: workspaceID)
    self.old = old
    self.new = new
  }

  override public class var members: [EventMember] { table }

  private static let table: [EventMember] = [
    idMember, size("old", \.old), size("new", \.new),
    .mortise([
      EventMember { (event: CommentResizeEvent, json, _) in
        json.object("old") { writeMortiseMembers(event.old, to: &$0) }
        json.object("new") { writeMortiseMembers(event.new, to: &$0) }
      }
    ]),
  ]

  private static func size(
    _ prefix: String, _ size: ReferenceWritableKeyPath<CommentResizeEvent, WorkspaceSize?>
  ) -> EventMember {
    EventMember(size) { (json) throws(EventError) in
      try self.size(prefix, json)
    } write: { size, json, _ in
      let size = size ?? CommentSnapshot.defaultSize
      json.member(prefix + "Width", size.width.rounded())
      json.member(prefix + "Height", size.height.rounded())
    }
  }

  private static func size(_ prefix: String, _ json: JSONValue) throws(EventError) -> WorkspaceSize? {
    let mortiseMembers = json.mortiseMembers?[prefix]
    if mortiseMembers?["implicit"]?.boolean == true { return nil }
    guard let width = (mortiseMembers?["width"] ?? json[prefix + "Width"])?.number,
      let height = (mortiseMembers?["height"] ?? json[prefix + "Height"])?.number
    else { throw EventError("“\(prefix)Width” or “\(prefix)Height” is missing or not a number") }
    return try WorkspaceRange.checked(WorkspaceSize(width: width, height: height))
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
