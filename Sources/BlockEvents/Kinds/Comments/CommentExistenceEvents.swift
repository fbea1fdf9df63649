import BlockFormats
import BlockModel
import Markup

/// A workspace comment came or went: what `comment_create` and `comment_delete` have in common.
public class CommentExistenceEvent: CommentEvent {
  /// The comment as it is, or was.
  public let comment: CommentSnapshot
  /// How many top-level blocks and comments stand before it in the file; nil for behind the last comment.
  public let place: Int?

  fileprivate init(type: String, comment: CommentSnapshot, place: Int?, workspaceID: String) {
    self.comment = comment
    self.place = place
    super.init(type: type, commentID: comment.id, workspaceID: workspaceID)
  }

  fileprivate convenience init(type: String, json: JSONValue, workspaceID: String) throws(EventError) {
    var comment = try Self.comment(json)
    comment.id = try EventMembers(json).text("commentId")
    let implicit = Set(json.own?["implicit"]?.elements.compactMap(\.string) ?? [])
    comment.hasImplicitID = implicit.contains("id")
    comment.hasImplicitPosition = implicit.contains("place")
    if implicit.contains("size") { comment.size = nil }
    self.init(type: type, comment: comment, place: json.own?["place"]?.integer, workspaceID: workspaceID)
  }

  /// The comment that the JSON member says, else that of the XML member, which is all that former versions had.
  private static func comment(_ json: JSONValue) throws(EventError) -> CommentSnapshot {
    do throws(MarkupError) {
      if let state = json["json"], state.kind == .object { return try CommentText.snapshot(json: state) }
      if let xml = json["xml"]?.string { return CommentText.snapshot(xml: try XMLParser.parse(xml)) }
    } catch {
      throw EventError("the comment can't be read: \(error.cause)")
    }
    throw EventError("“json” and “xml” are missing")
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    super.writeMembers(to: &json, in: workspace)
    json.member("xml", CommentText.xml(of: comment))
    json.member("json", CommentText.json(of: comment))
    json.own { json in
      if let place { json.member("place", place) }
      let implicit = [
        ("id", comment.hasImplicitID), ("place", comment.hasImplicitPosition), ("size", comment.size == nil),
      ].filter(\.1)
      guard !implicit.isEmpty else { return }
      json.key("implicit")
      json.beginArray()
      for (name, _) in implicit { json.string(name) }
      json.endArray()
    }
  }

  override public var memorySize: Int { super.memorySize + comment.text.utf8.count }

  fileprivate func setExists(_ exists: Bool, on target: any EventTarget) throws(EventError) {
    if exists { try target.create(comment, at: place) } else { try target.deleteComment(id: commentID) }
  }
}

/// A workspace comment was made (`comment_create`).
public final class CommentCreateEvent: CommentExistenceEvent {
  public convenience init(comment: CommentSnapshot, place: Int?, workspaceID: String) {
    self.init(type: "comment_create", comment: comment, place: place, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    try self.init(type: "comment_create", json: json, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(forward, on: target)
  }
}

/// A workspace comment was deleted (`comment_delete`).
public final class CommentDeleteEvent: CommentExistenceEvent {
  public convenience init(comment: CommentSnapshot, place: Int?, workspaceID: String) {
    self.init(type: "comment_delete", comment: comment, place: place, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    try self.init(type: "comment_delete", json: json, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }
}
