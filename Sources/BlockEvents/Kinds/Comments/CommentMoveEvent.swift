import BlockModel
import Markup

/// A workspace comment was moved (`comment_move`).
public final class CommentMoveEvent: CommentEvent {
  public let old: CommentLocation
  public let new: CommentLocation

  public init(commentID: String, old: CommentLocation, new: CommentLocation, workspaceID: String) {
    self.old = old
    self.new = new
    super.init(type: "comment_move", commentID: commentID, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      commentID: try EventJSONReader(json).text("commentId"), old: try Self.location("old", json),
      new: try Self.location("new", json), workspaceID: workspaceID)
  }

  private static func location(_ prefix: String, _ json: JSONValue) throws(EventError) -> CommentLocation {
    guard let stated = try EventJSONReader(json).coordinate(prefix + "Coordinate") else {
      throw EventError("“\(prefix)Coordinate” is missing")
    }
    let mortiseMembers = json.mortiseMembers?[prefix]
    let exact = mortiseMembers?["x"]?.number.flatMap { x in
      mortiseMembers?["y"]?.number.map { WorkspacePoint(x: x, y: $0) }
    }
    return CommentLocation(
      try WorkspaceRange.checked(exact ?? stated), isImplicit: mortiseMembers?["implicit"]?.boolean ?? false)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    super.writeMembers(to: &json, in: workspace)
    // Blockly writes a space in the old coordinate, but not in the new one.
    json.member("oldCoordinate", Self.text(old.position, separator: ", "))
    json.member("newCoordinate", Self.text(new.position, separator: ","))
    json.mortiseMembers { json in
      json.object("old") { Self.writeMortiseMembers(old, to: &$0) }
      json.object("new") { Self.writeMortiseMembers(new, to: &$0) }
    }
  }

  private static func text(_ position: WorkspacePoint, separator: String) -> String {
    NumberText.text(position.x.rounded()) + separator + NumberText.text(position.y.rounded())
  }

  /// Writes the exact position if Blockly's coordinates round it, and whether it is implicit.
  private static func writeMortiseMembers(_ location: CommentLocation, to json: inout JSONBuilder) {
    let position = location.position
    if position.x != position.x.rounded() || position.y != position.y.rounded() {
      json.member("x", position.x)
      json.member("y", position.y)
    }
    if location.isImplicit { json.member("implicit", true) }
  }

  override public var isNull: Bool { old == new }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.moveComment(id: commentID, to: forward ? new : old)
  }
}
