import Markup

/// A checkbox (`field_checkbox`).
public final class FieldCheckbox: Field {
  public internal(set) var isChecked: Bool
  private var invalidState: FieldState?

  public init(name: String?, isChecked: Bool) {
    self.isChecked = isChecked
    super.init(name: name)
  }

  override public var text: String { isChecked ? "✓" : " " }
  override public var isEditable: Bool { true }
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
