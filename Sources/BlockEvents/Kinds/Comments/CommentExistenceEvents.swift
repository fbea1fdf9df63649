import BlockFormats
import BlockModel
import Markup

/// The base class of `comment_create` and `comment_delete`.
public class CommentExistenceEvent: CommentEvent {
  /// The comment after creation, or before deletion.
  public fileprivate(set) var comment = CommentSnapshot(id: "", text: "", position: .zero)
  /// The number of top-level blocks and comments before it in the file; nil for after the last comment.
  public fileprivate(set) var fileIndex: Int?

  fileprivate convenience init(type: String, comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: type, commentID: comment.id, workspaceID: workspaceID)
    self.comment = comment
    self.fileIndex = fileIndex
  }

  override public class var members: [EventMember] { table }

  private static let table: [EventMember] = [
    idMember,
    EventMember { (event: CommentExistenceEvent, json) throws(EventError) in
      event.comment = try comment(json)
      event.comment.id = event.commentID
      (event.comment.hasImplicitID, event.comment.hasImplicitPosition) = (false, false)
    } write: { event, json, _ in
      json.member("xml", CommentText.xml(of: event.comment))
      json.member("json", CommentText.json(of: event.comment))
    },
    .mortise([
      .integer("place", \CommentExistenceEvent.fileIndex),
      EventMember { (event: CommentExistenceEvent, json) throws(EventError) in
        let implicit = json["implicit"]?.elements.compactMap(\.string) ?? []
        event.comment.hasImplicitID = implicit.contains("id")
        event.comment.hasImplicitPosition = implicit.contains("place")
        if implicit.contains("size") { event.comment.size = nil }
      } write: { event, json, _ in
        let implicit = [
          ("id", event.comment.hasImplicitID), ("place", event.comment.hasImplicitPosition),
          ("size", event.comment.size == nil),
        ].filter(\.1).map(\.0)
        if !implicit.isEmpty { json.member("implicit", implicit) }
      },
    ]),
  ]

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

  override public var memorySize: Int { super.memorySize + comment.text.utf8.count }

  fileprivate func setExists(_ exists: Bool, on target: any EventTarget) throws(EventError) {
    if exists { try target.create(comment, at: fileIndex) } else { try target.deleteComment(id: commentID) }
  }
}

/// A workspace comment was created (`comment_create`).
public final class CommentCreateEvent: CommentExistenceEvent {
  /// - Parameter fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  public convenience init(comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "comment_create", comment: comment, fileIndex: fileIndex, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(forward, on: target)
  }
}

/// A workspace comment was deleted (`comment_delete`).
public final class CommentDeleteEvent: CommentExistenceEvent {
  /// - Parameters:
  /// - comment: the comment before the deletion.
  /// - fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  public convenience init(comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "comment_delete", comment: comment, fileIndex: fileIndex, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }
}
