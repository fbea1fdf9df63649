/// One line of text (`field_input`).
public final class FieldInput: TextualField {
  override public func copy() -> Field { FieldInput(name: name, value: value) }

  override public func state(forInput text: String) throws(FieldRefusal) -> FieldState {
    .text(String(text.map { $0.isNewline ? " " : $0 }))
  }
}

/// Several lines of text (`field_multilinetext`).
public final class FieldMultilineInput: TextualField {
  override public var state: FieldState? { .lines(value) }
  override public func copy() -> Field { FieldMultilineInput(name: name, value: value) }
  override public func load(_ state: FieldState, variables: VariableMap) {
    value = state.text.replacing("&#10;", with: "\n")
  }

  override public func state(forInput text: String) throws(FieldRefusal) -> FieldState { .lines(text) }
}

/// A field that only the file knows: a text that can be edited, anything else kept as it is.
public final class FieldUnknown: Field {
  private var held: FieldState

  public init(name: String, state: FieldState) {
    held = state
    super.init(name: name)
  }

  override public var text: String { held.text }
  override public var state: FieldState? { held }
  override public func load(_ state: FieldState, variables: VariableMap) { held = state }
  override public func copy() -> Field { FieldUnknown(name: name ?? "", state: held) }

  override public var isEditable: Bool {
    switch held {
    case .text, .lines, .number, .boolean: true
    case .json(let value): value.kind == .string
    case .variable: false
    }
  }

  override public func state(forInput text: String) throws(FieldRefusal) -> FieldState {
    switch held {
    case .number:
      guard let number = FieldNumber.parse(text) else { throw FieldRefusal("“\(text)” is no number") }
      return .number(number)
    case .boolean:
      guard ["TRUE", "FALSE"].contains(text) else { throw FieldRefusal("only TRUE or FALSE") }
      return .boolean(text == "TRUE")
    default: return .text(text)
    }
  }
}
