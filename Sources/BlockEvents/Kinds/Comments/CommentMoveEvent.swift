import BlockModel
import Markup

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
}

extension CommentLocation {
  fileprivate var exactPosition: WorkspacePoint? {
    get { position }
    set { position = newValue ?? position }
  }
}
