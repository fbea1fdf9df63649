import Markup

/// The comment of a block (Blockly's comment icon). What the file left out is nil.
public struct BlockComment: Equatable, Sendable {
  public var text: String
  public var isPinned: Bool?
  public var size: WorkspaceSize?
  /// The bubble's place, where the file gives one.
  public var position: WorkspacePoint?
  /// Attributes that Blockly does not know.
  public var unknownAttributes: [XMLAttribute] = []

  /// Blockly's size of a new comment's bubble.
  public static let defaultSize = WorkspaceSize(width: 160, height: 80)

  public init(text: String, isPinned: Bool? = nil, size: WorkspaceSize? = nil, position: WorkspacePoint? = nil) {
    self.text = text
    self.isPinned = isPinned
    self.size = size
    self.position = position
  }
}

/// A comment that stands in the workspace by itself.
public final class WorkspaceComment {
  public let id: String
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
  /// Decides the place among the other comments.
  public var order: Int64 = 0

  public init(id: String, text: String, position: WorkspacePoint) {
    self.id = id
    self.text = text
    self.position = position
  }
}
