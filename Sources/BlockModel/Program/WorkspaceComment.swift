import Markup

/// A comment in the workspace that belongs to no block. Exposes the properties of its snapshot.
@dynamicMemberLookup
public final class WorkspaceComment {
  /// Identifies the comment in its workspace. Never changes.
  public let id: String
  /// The comment as data. Its `id` must stay the same.
  public var snapshot: CommentSnapshot
  /// Its order number among the top-level items.
  public internal(set) var order: Int64 = 0

  /// Creates a comment to be added with `Workspace.add(_:behindBlocks:)`.
  public init(_ snapshot: CommentSnapshot) {
    id = snapshot.id
    self.snapshot = snapshot
  }

  /// Creates a comment of Blockly's default size that users may change.
  public convenience init(id: String, text: String, position: WorkspacePoint) {
    self.init(CommentSnapshot(id: id, text: text, position: position))
  }

  /// A property of the snapshot, such as `comment.text`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<CommentSnapshot, Value>) -> Value {
    get { snapshot[keyPath: path] }
    set { snapshot[keyPath: path] = newValue }
  }
}

/// The comment of a block (Blockly's comment icon). Properties that the file omits are nil.
public struct BlockComment: Equatable, Sendable {
  /// The text, which may have several lines; empty in a new comment.
  public var text: String
  /// Whether the bubble stays open; nil, which means no, if the file omits it.
  public var isPinned: Bool?
  /// The bubble's size; nil for `defaultSize`.
  public var size: WorkspaceSize?
  /// The position of the bubble, if the file contains one.
  public var position: WorkspacePoint?
  /// Attributes that Blockly does not know.
  public var unknownAttributes: [XMLAttribute] = []

  /// The size of a new comment's bubble in Blockly.
  public static let defaultSize = WorkspaceSize(width: 160, height: 80)

  /// Creates a comment. Properties that are nil are not written.
  public init(text: String, isPinned: Bool? = nil, size: WorkspaceSize? = nil, position: WorkspacePoint? = nil) {
    self.text = text
    self.isPinned = isPinned
    self.size = size
    self.position = position
  }
}

/// A workspace comment as data, used to restore a deleted comment. Properties that the file omits are nil.
public struct CommentSnapshot: Equatable, Sendable {
  /// Identifies the comment among the workspace's, and in events.
  public var id: String
  /// The text, which may have several lines.
  public var text: String
  /// The upper left corner.
  public var position: WorkspacePoint
  /// The size of the expanded comment; nil for `defaultSize`.
  public var size: WorkspaceSize?
  /// Whether only the first line is shown.
  public var isCollapsed = false
  /// False for a comment whose text and size users may not change.
  public var isEditable = true
  /// False for a comment that users may not move.
  public var isMovable = true
  /// False for a comment that users may not delete.
  public var isDeletable = true
  /// Whether the file omits the id, so that it is not written.
  public var hasImplicitID = false
  /// Whether the file omits the position, so that it is not written.
  public var hasImplicitPosition = false
  /// Members and attributes that are not in Blockly's format.
  public var unknownParts: UnknownParts?

  /// The size of a new workspace comment in Blockly.
  public static let defaultSize = WorkspaceSize(width: 120, height: 100)

  /// Creates a comment that users may change. A size of nil is not written.
  public init(id: String, text: String, position: WorkspacePoint, size: WorkspaceSize? = nil) {
    self.id = id
    self.text = text
    self.position = position
    self.size = size
  }
}
