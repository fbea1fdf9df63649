/// A workspace comment as data: what brings a deleted one back as it was. What the file left out is nil.
public struct CommentSnapshot: Equatable, Sendable {
  public var id: String
  public var text: String
  public var position: WorkspacePoint
  public var size: WorkspaceSize?
  public var isCollapsed = false
  public var isEditable = true
  public var isMovable = true
  public var isDeletable = true
  /// The file gave no id, so none is written.
  public var hasImplicitID = false
  /// The file gave no place, so none is written.
  public var hasImplicitPosition = false
  /// Keys and attributes that Blockly does not know.
  public var unknownParts: UnknownParts?

  /// Blockly's size of a new workspace comment.
  public static let defaultSize = WorkspaceSize(width: 120, height: 100)

  public init(id: String, text: String, position: WorkspacePoint, size: WorkspaceSize? = nil) {
    self.id = id
    self.text = text
    self.position = position
    self.size = size
  }
}
