import BlockFormats
import BlockModel
import Markup

/// The base class of the events of workspace comments. As in Blockly, they are never merged.
public class CommentEvent: BlocklyEvent {
  /// The id of the comment in its workspace.
  public internal(set) var commentID = ""

  convenience init(type: String, commentID: String, workspaceID: String) {
    self.init(type: type, workspaceID: workspaceID)
    self.commentID = commentID
  }

  override public class var members: [EventMember] { [idMember] }

  static let idMember = EventMember.text("commentId", \CommentEvent.commentID)

  /// - Parameter isAsLeft: whether the comment is as the event left it.
  fileprivate func laterChange(in workspace: Workspace, isAsLeft: (CommentSnapshot) -> Bool) -> String? {
    guard let comment = workspace.comment(withID: commentID) else { return "the comment was deleted" }
    return isAsLeft(comment.snapshot) ? nil : "the comment was changed"
  }
}

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

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    laterChange(in: workspace) { $0.text == (forward ? oldText : newText) }
  }
}

/// A workspace comment was collapsed or expanded (`comment_collapse`).
public final class CommentCollapseEvent: CommentEvent {
  /// Whether it was collapsed, not expanded.
  public private(set) var isCollapsed = false

  /// A change that was just made to the comment with this id.
  public convenience init(commentID: String, isCollapsed: Bool, workspaceID: String) {
    self.init(type: "comment_collapse", commentID: commentID, workspaceID: workspaceID)
    self.isCollapsed = isCollapsed
  }

  override public class var members: [EventMember] {
    [idMember, .flag("newCollapsed", \CommentCollapseEvent.isCollapsed)]
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.setCollapsed(forward ? isCollapsed : !isCollapsed, ofCommentID: commentID)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    laterChange(in: workspace) { $0.isCollapsed == (isCollapsed != forward) }
  }
}

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

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    forward ? nil : laterChange(in: workspace) { $0 == comment }
  }
}

/// A workspace comment was deleted (`comment_delete`).
public final class CommentDeleteEvent: CommentExistenceEvent {
  /// - Parameters:
  ///   - comment: the comment before the deletion.
  ///   - fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  public convenience init(comment: CommentSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "comment_delete", comment: comment, fileIndex: fileIndex, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    forward ? laterChange(in: workspace) { $0 == comment } : nil
  }
}

/// A workspace comment was moved (`comment_move`).
public final class CommentMoveEvent: CommentEvent {
  /// The location that undo restores.
  public private(set) var old = CommentLocation(.zero)
  /// The location that redo restores.
  public private(set) var new = CommentLocation(.zero)

  /// A move that was just made of the comment with this id.
  public convenience init(commentID: String, old: CommentLocation, new: CommentLocation, workspaceID: String) {
    self.init(type: "comment_move", commentID: commentID, workspaceID: workspaceID)
    self.old = old
    self.new = new
  }

  override public class var members: [EventMember] { table }

  // Blockly writes a space in the old coordinate, but not in the new one.
  private static let table: [EventMember] = [
    idMember, coordinate("oldCoordinate", \.old.position, separator: ", "),
    coordinate("newCoordinate", \.new.position, separator: ","),
    .mortise([
      .object("old", mortiseMembers(\.old)), .object("new", mortiseMembers(\.new)),
    ]),
  ]

  private static func mortiseMembers(
    _ location: ReferenceWritableKeyPath<CommentMoveEvent, CommentLocation>
  ) -> [EventMember] {
    [
      .exact(location.appending(path: \.exactPosition)),
      .flag("implicit", location.appending(path: \.isImplicit), default: false),
    ]
  }

  private static func coordinate(
    _ name: String, _ position: ReferenceWritableKeyPath<CommentMoveEvent, WorkspacePoint>, separator: String
  ) -> EventMember {
    EventMember(position) { (json) throws(EventError) in
      guard let position = try json.coordinate(name) else { throw EventError("“\(name)” is missing") }
      return position
    } write: { position, json, _ in
      json.member(name, position.eventText(separator: separator))
    }
  }

  override public var isNull: Bool { old == new }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.moveComment(id: commentID, to: forward ? new : old)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    laterChange(in: workspace) { $0.position == (forward ? old : new).position }
  }
}

extension CommentLocation {
  fileprivate var exactPosition: WorkspacePoint? {
    get { position }
    set { position = newValue ?? position }
  }
}

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
        json.nonEmptyObject("old") { writeMortiseMembers(event.old, to: &$0) }
        json.nonEmptyObject("new") { writeMortiseMembers(event.new, to: &$0) }
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

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    laterChange(in: workspace) { $0.size == (forward ? old : new) }
  }
}
