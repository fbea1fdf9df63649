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
