import BlockEvents
import BlockModel

extension WorkbenchController {
  /// The field at the cursor that Enter edits; nil when there is none.
  public func fieldAtCursor() -> (block: Block, field: Field)? {
    guard let cursor, let block = cursorBlock else { return nil }
    if case .field(_, let name) = cursor { return block.firstField(withName: name).map { (block, $0) } }
    switch cursor {
    case .emptyInput, .mutator: return nil
    default: break
    }
    if let only = block.onlyField { return (block, only) }
    let first = block.inputs.lazy.flatMap(\.fields).first { $0.isEditable && $0.name != nil }
    return first.map { (block, $0) }
  }

  /// How a field is edited.
  /// - Throws: `FieldError` when it can't be.
  public func editing(of field: Field, in block: Block) throws(FieldError) -> FieldEditing {
    guard block.isEditable else { throw FieldError("this block is locked against editing") }
    let editing = field.editing
    if case .none = editing { throw FieldError("this field can't be edited") }
    return editing
  }

  /// Fires `block_field_intermediate_change` for a value that is being typed into a field. The program does not change.
  /// Values that the field rejects fire nothing.
  /// - Parameter previous: the value of the previous such event, or the field's value.
  /// - Returns: the value of the latest such event.
  public func fireIntermediateChange(
    of location: FieldLocation, from previous: FieldState, toInput text: String
  ) -> FieldState {
    guard let block = workspace.blocks[location.blockID], let field = block.firstField(withName: location.name),
      let new = try? field.state(forInput: text)
    else { return previous }
    announce(
      FieldIntermediateChangeEvent(
        blockID: block.id, fieldName: location.name, old: previous, new: new, workspaceID: workspace.id))
    return new
  }

  /// The number of uses of a variable.
  public func useCount(of variable: Variable) -> Int { workspace.uses(of: variable).count }
}
