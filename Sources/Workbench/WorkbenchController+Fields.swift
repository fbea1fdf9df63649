import BlockEvents
import BlockModel

extension WorkbenchController {
  /// How a field is edited.
  public enum FieldEditing {
    /// - Parameter isTicked: the current value.
    case tick(isTicked: Bool)
    case choose([FieldDropdown.Option], selected: Int)
    case type(text: String, isMultiline: Bool, hint: String)
    case chooseVariable([Variable], selected: Int?)
  }

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
    switch field {
    case let field as FieldCheckbox: return .tick(isTicked: field.isChecked)
    case let field as FieldDropdown:
      return .choose(field.options, selected: field.options.firstIndex { $0.value == field.value } ?? 0)
    case let field as FieldVariable:
      let variables = workspace.variables.all.filter { field.variableTypes?.contains($0.type) ?? true }
      return .chooseVariable(variables, selected: variables.firstIndex { $0 === field.variable })
    case let field as FieldAngle: return .type(text: String(field.text.dropLast()), isMultiline: false, hint: "degrees")
    case let field as FieldNumber: return .type(text: field.text, isMultiline: false, hint: hint(field.limits))
    case let field as FieldMultilineInput: return .type(text: field.value, isMultiline: true, hint: "several lines")
    case is FieldColour: return .type(text: field.text, isMultiline: false, hint: "a colour as #rrggbb")
    case is FieldDate: return .type(text: field.text, isMultiline: false, hint: "a date as YYYY-MM-DD")
    default:
      guard field.isEditable else { throw FieldError("this field can't be edited") }
      return .type(text: field.text, isMultiline: false, hint: "text")
    }
  }

  private func hint(_ limits: FieldNumber.Limits) -> String {
    func text(_ number: Double) -> String { FieldState.number(number).text }
    var hint = limits.precision == 1 ? "a whole number" : "a number"
    if limits.minimum.isFinite { hint += ", at least \(text(limits.minimum))" }
    if limits.maximum.isFinite { hint += ", at most \(text(limits.maximum))" }
    return hint
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
