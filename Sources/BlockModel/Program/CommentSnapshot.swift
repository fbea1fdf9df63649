/// A workspace comment as data, used to restore a deleted comment. Properties that the file omits are nil.
public struct CommentSnapshot: Equatable, Sendable {
  public var id: String
  public var text: String
  public var position: WorkspacePoint
  public var size: WorkspaceSize?
  public var isCollapsed = false
  public var isEditable = true
  public var isMovable = true
  public var isDeletable = true
  /// Whether the file omits the id, so that it is not written.
  public var hasImplicitID = false
  /// Whether the file omits the position, so that it is not written.
  public var hasImplicitPosition = false
  /// Members and attributes that are not in Blockly's format.
  public var unknownParts: UnknownParts?

  /// The size of a new workspace comment in Blockly.
  public static let defaultSize = WorkspaceSize(width: 120, height: 100)

  public init(id: String, text: String, position: WorkspacePoint, size: WorkspaceSize? = nil) {
    self.id = id
    self.text = text
    self.position = position
    self.size = size
  }
}
