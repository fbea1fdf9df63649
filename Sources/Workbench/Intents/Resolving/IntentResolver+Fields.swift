import BlockLibrary
import BlockModel

/// The location of a field: its block and name.
public nonisolated struct FieldLocation: Hashable, Sendable {
  /// The id of the field's block.
  public var blockID: String
  /// The name of the field in its block.
  public var name: String

  /// The field need not exist; an intent for it is then refused.
  public init(blockID: String, name: String) {
    self.blockID = blockID
    self.name = name
  }
}

extension Intent {
  /// Sets a field to a typed or chosen value; for a variable, its id.
  public static func setField(_ location: FieldLocation, input: String) -> Intent {
    Intent("setField", repetition: .atCursor { $0.repeatField(location.name, input: input) }) {
      $0.setField(location, toInput: input)
    }
  }
}

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
            remark + (isChanged ? "changed: " : "nothing changed: ") + state.description()
          })
      } catch {
        return .refused(reason: error.reason)
      }
    }
  }

  /// Enters a value again: into the field at the cursor, else into the field of the same name.
  fileprivate func repeatField(_ name: String, input: String) -> Resolution {
    if case .field(let id, let own)? = state.cursor {
      return setField(FieldLocation(blockID: id, name: own), toInput: input)
    }
    guard let block = state.cursorBlock, let field = block.firstField(withName: name) ?? block.onlyField,
      let own = field.name
    else { return .refused(reason: "the last change was to a field; there is no such field here") }
    return setField(FieldLocation(blockID: block.id, name: own), toInput: input)
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
