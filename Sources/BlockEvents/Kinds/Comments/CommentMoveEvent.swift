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
      commentID: try EventMembers(json).text("commentId"), old: try Self.location("old", json),
      new: try Self.location("new", json), workspaceID: workspaceID)
  }

  private static func location(_ prefix: String, _ json: JSONValue) throws(EventError) -> CommentLocation {
    guard let stated = try EventMembers(json).coordinate(prefix + "Coordinate") else {
      throw EventError("“\(prefix)Coordinate” is missing")
    }
    let own = json.own?[prefix]
    let exact = own?["x"]?.number.flatMap { x in own?["y"]?.number.map { WorkspacePoint(x: x, y: $0) } }
    return CommentLocation(
      try WorkspaceRange.checked(exact ?? stated), isImplicit: own?["implicit"]?.boolean ?? false)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    super.writeMembers(to: &json, in: workspace)
    // Blockly writes the two with and without a blank.
    json.member("oldCoordinate", Self.text(old.position, separator: ", "))
    json.member("newCoordinate", Self.text(new.position, separator: ","))
    json.own { json in
      json.ownPart("old") { Self.writeOwn(old, to: &$0) }
      json.ownPart("new") { Self.writeOwn(new, to: &$0) }
    }
  }

  private static func text(_ place: WorkspacePoint, separator: String) -> String {
    NumberText.text(place.x.rounded()) + separator + NumberText.text(place.y.rounded())
  }

  /// What the coordinates, which Blockly rounds, don't say.
  private static func writeOwn(_ location: CommentLocation, to json: inout JSONBuilder) {
    let place = location.position
    if place.x != place.x.rounded() || place.y != place.y.rounded() {
      json.member("x", place.x)
      json.member("y", place.y)
    }
    if location.isImplicit { json.member("implicit", true) }
  }

  override public var isNull: Bool { old == new }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.moveComment(id: commentID, to: forward ? new : old)
  }
}
