import BlockModel
import Markup

/// The user is typing into a field (`block_field_intermediate_change`). Undo reverts the `change` event that ends the
/// typing.
public final class FieldIntermediateChangeEvent: BlocklyEvent {
  /// The name of the field in its block.
  public private(set) var fieldName = ""
  /// The value before the key.
  public private(set) var old: FieldState = .text("")
  /// The value after the key, which is always valid.
  public private(set) var new: FieldState = .text("")

  override public init(type: String, workspaceID: String, groupID: String? = nil, blockID: String? = nil) {
    super.init(type: type, workspaceID: workspaceID, groupID: groupID, blockID: blockID)
    recordsUndo = false
  }

  /// A value that the user has typed but not confirmed yet.
  public convenience init(blockID: String, fieldName: String, old: FieldState, new: FieldState, workspaceID: String) {
    self.init(type: "block_field_intermediate_change", workspaceID: workspaceID)
    self.fieldName = fieldName
    self.old = old
    self.new = new
    self.blockID = blockID
  }

  override public class var members: [EventMember] {
    [
      .blockID, .text("name", \FieldIntermediateChangeEvent.fieldName),
      .field("oldValue", \FieldIntermediateChangeEvent.old), .field("newValue", \FieldIntermediateChangeEvent.new),
    ]
  }

  override public var isNull: Bool { old == new }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? FieldIntermediateChangeEvent, next.blockID == blockID, next.fieldName == fieldName,
      let blockID
    else { return nil }
    return FieldIntermediateChangeEvent(
      blockID: blockID, fieldName: fieldName, old: old, new: next.new, workspaceID: workspaceID)
  }
}
