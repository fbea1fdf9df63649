import BlockModel
import Markup

/// The user is typing into a field (`block_field_intermediate_change`). Undo reverts the `change` event that ends the
/// typing.
public final class FieldIntermediateChangeEvent: BlocklyEvent {
  public let fieldName: String
  public let old: FieldState
  public let new: FieldState

  public init(blockID: String, fieldName: String, old: FieldState, new: FieldState, workspaceID: String) {
    self.fieldName = fieldName
    self.old = old
    self.new = new
    super.init(type: "block_field_intermediate_change", workspaceID: workspaceID, blockID: blockID)
    recordsUndo = false
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(
      blockID: try reader.text("blockId"), fieldName: try reader.text("name"),
      old: FieldState(event: json["oldValue"]),
      new: FieldState(event: json["newValue"]), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("name", fieldName)
    json.member("oldValue", old)
    json.member("newValue", new)
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
