import BlockFormats
import BlockModel
import Markup

/// The base class of `comment_create` and `comment_delete`.
public class CommentExistenceEvent: CommentEvent {
  /// The comment after creation, or before deletion.
  public let comment: CommentSnapshot
  /// The number of top-level blocks and comments before it in the file; nil for after the last comment.
  public let fileIndex: Int?

  fileprivate init(type: String, comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.comment = comment
    self.fileIndex = fileIndex
    super.init(type: type, commentID: comment.id, workspaceID: workspaceID)
  }

  fileprivate convenience init(type: String, json: JSONValue, workspaceID: String) throws(EventError) {
    var comment = try Self.comment(json)
    comment.id = try EventJSONReader(json).text("commentId")
    let implicit = Set(json.mortiseMembers?["implicit"]?.elements.compactMap(\.string) ?? [])
    comment.hasImplicitID = implicit.contains("id")
    comment.hasImplicitPosition = implicit.contains("place")
    if implicit.contains("size") { comment.size = nil }
    self.init(type: type, comment: comment, fileIndex: json.mortiseMembers?["place"]?.integer, workspaceID: workspaceID)
  }

  /// Returns the comment of the JSON member, or of the XML member if the JSON is missing, as in older versions.
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
    json.mortiseMembers { json in
      if let fileIndex { json.member("place", fileIndex) }
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
    if exists { try target.create(comment, at: fileIndex) } else { try target.deleteComment(id: commentID) }
  }
}

/// A workspace comment was created (`comment_create`).
public final class CommentCreateEvent: CommentExistenceEvent {
  public convenience init(comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "comment_create", comment: comment, fileIndex: fileIndex, workspaceID: workspaceID)
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
  public convenience init(comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "comment_delete", comment: comment, fileIndex: fileIndex, workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    try self.init(type: "comment_delete", json: json, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }
}
