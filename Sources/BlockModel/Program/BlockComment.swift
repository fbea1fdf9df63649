import Markup

/// The comment of a block (Blockly's comment icon). Properties that the file omits are nil.
public struct BlockComment: Equatable, Sendable {
  /// The text, which may have several lines; empty in a new comment.
  public var text: String
  /// Whether the bubble stays open; nil if the file doesn't say, which means no.
  public var isPinned: Bool?
  /// The bubble's size; nil for `defaultSize`.
  public var size: WorkspaceSize?
  /// The position of the bubble, if the file contains one.
  public var position: WorkspacePoint?
  /// Attributes that Blockly does not know.
  public var unknownAttributes: [XMLAttribute] = []

  /// The size of a new comment's bubble in Blockly.
  public static let defaultSize = WorkspaceSize(width: 160, height: 80)

  /// A comment; what is nil is not written.
  public init(text: String, isPinned: Bool? = nil, size: WorkspaceSize? = nil, position: WorkspacePoint? = nil) {
    self.text = text
    self.isPinned = isPinned
    self.size = size
    self.position = position
  }
}
