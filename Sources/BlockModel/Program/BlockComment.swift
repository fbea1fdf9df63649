import Markup

/// The comment of a block (Blockly's comment icon). Properties that the file omits are nil.
public struct BlockComment: Equatable, Sendable {
  public var text: String
  public var isPinned: Bool?
  public var size: WorkspaceSize?
  /// The position of the bubble, if the file contains one.
  public var position: WorkspacePoint?
  /// Attributes that Blockly does not know.
  public var unknownAttributes: [XMLAttribute] = []

  /// The size of a new comment's bubble in Blockly.
  public static let defaultSize = WorkspaceSize(width: 160, height: 80)

  public init(text: String, isPinned: Bool? = nil, size: WorkspaceSize? = nil, position: WorkspacePoint? = nil) {
    self.text = text
    self.isPinned = isPinned
    self.size = size
    self.position = position
  }
}
