import BlockLibrary
import BlockModel

/// Field values.
extension IntentResolver {
  func setField(_ location: FieldLocation, toInput text: String) -> Resolution {
    block(location.blockID) { block in
      guard let field = block.firstField(withName: location.name) else {
        return .refused(reason: "this field no longer exists")
      }
      if !block.isEditable { return .refused(reason: "this block is locked against editing") }
      do throws(FieldError) {
        // The field is the function's name.
        if block.mutator is MutatorProcedureDefinition { try NameLimit.check(text) }
        let state = try field.state(forInput: text)
        if let field = field as? FieldVariable { try check(workspace.variables[text], for: field) }
        let remark = field.remark(onInput: text).map { $0 + " · " } ?? ""
        return .changes(
          Plan([.setField(location, to: state)]) { state, isChanged in
            remark + (isChanged ? "changed: " : "nothing changed: ") + state.cursorDescription
          })
      } catch {
        return .refused(reason: error.reason)
      }
    }
  }

  /// - Throws: `FieldError` when the field can't refer to the variable.
  private func check(_ variable: Variable?, for field: FieldVariable) throws(FieldError) {
    guard let variable else { throw FieldError("this variable no longer exists") }
    try check(variableType: variable.type, for: field)
  }

  /// - Throws: `FieldError` when the field refers to variables of other types.
  func check(variableType type: String, for field: FieldVariable) throws(FieldError) {
    guard let types = field.variableTypes, !types.isEmpty, !types.contains(type) else { return }
    throw FieldError("a variable \(type.isEmpty ? "without a type" : "of the type \(type)") can't be used here")
  }
}
