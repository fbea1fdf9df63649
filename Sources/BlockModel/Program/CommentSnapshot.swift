/// A workspace comment as data, used to restore a deleted comment. Properties that the file omits are nil.
public struct CommentSnapshot: Equatable, Sendable {
  /// Identifies the comment among the workspace's, and in events.
  public var id: String
  /// The text, which may have several lines.
  public var text: String
  /// The upper left corner.
  public var position: WorkspacePoint
  /// The size when it is not collapsed; nil for `defaultSize`.
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

  /// A comment that users may change; what is nil is not written.
  public init(id: String, text: String, position: WorkspacePoint, size: WorkspaceSize? = nil) {
    self.id = id
    self.text = text
    self.position = position
    self.size = size
  }
}
