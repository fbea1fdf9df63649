import Markup

/// A checkbox (`field_checkbox`).
public final class FieldCheckbox: Field, DefinedField {
  public static var typeName: String { "field_checkbox" }

  /// Whether the box is ticked; `TRUE` or `FALSE` in files.
  public internal(set) var isChecked: Bool
  private var invalidState: FieldState?

  /// - Parameter isChecked: whether a new block's box is ticked.
  public init(name: String?, isChecked: Bool) {
    self.isChecked = isChecked
    super.init(name: name)
  }

  public convenience init(_ definition: FieldDefinition) {
    let checked = definition.json["checked"]
    self.init(name: definition.name, isChecked: checked?.boolean ?? (checked?.string?.uppercased() == "TRUE"))
  }

  override public var text: String { isChecked ? "✓" : " " }
  override public var isEditable: Bool { true }
  override public var editing: FieldEditing { .toggle(isOn: isChecked) }
  override public var shape: FieldShape { .toggle }
  override public var wording: FieldWording { .choice([("true", .boolean(true)), ("false", .boolean(false))]) }
  override public var code: FieldCode { .word(isChecked ? "TRUE" : "FALSE") }
  override public func spokenDescription(of text: String) -> String {
    isChecked ? "check box, ticked" : "check box, not ticked"
  }
  override public func describe(to json: inout JSONWriter) { json.member("value", isChecked ? "TRUE" : "FALSE") }
  override public var state: FieldState? { invalidState ?? .boolean(isChecked) }
  override public var problem: String? { invalidState.map { "“\($0.text)” is neither TRUE nor FALSE" } }
  override public func copy() -> Field { FieldCheckbox(name: name, isChecked: isChecked) }

  override public func load(_ state: FieldState, variables: VariableMap) {
    invalidState = nil
    switch state {
    case .boolean(let flag): isChecked = flag
    case _ where state.text.uppercased() == "TRUE": isChecked = true
    case _ where state.text.uppercased() == "FALSE": isChecked = false
    default: invalidState = state
    }
  }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    guard ["TRUE", "FALSE"].contains(text) else { throw FieldError("only TRUE or FALSE") }
    return .boolean(text == "TRUE")
  }
}
