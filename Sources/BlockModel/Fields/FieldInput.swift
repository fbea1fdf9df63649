/// One line of text (`field_input`).
public final class FieldInput: TextualField, DefinedField {
  public static var typeName: String { "field_input" }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, value: definition.text("text"))
  }

  override public var wording: FieldWording { .text(isMultiline: false) }
  override public var acceptsAnyText: Bool { true }
  override public func copy() -> Field { FieldInput(name: name, value: value) }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    .text(String(text.map { $0.isNewline ? " " : $0 }))
  }
}

/// Several lines of text (`field_multilinetext`).
public final class FieldMultilineInput: TextualField, DefinedField {
  public static var typeName: String { "field_multilinetext" }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, value: definition.text("text"))
  }

  override public var wording: FieldWording { .text(isMultiline: true) }
  override public var acceptsAnyText: Bool { true }
  override public var editing: FieldEditing { .text(value, isMultiline: true, hint: "several lines") }
  override public var state: FieldState? { .lines(value) }
  override public func copy() -> Field { FieldMultilineInput(name: name, value: value) }
  override public func load(_ state: FieldState, variables: VariableMap) {
    // By scalars, because a mark may follow and "\r\n" is one Character.
    value = String(state.text.unicodeScalars.replacing("&#10;".unicodeScalars, with: "\n".unicodeScalars))
  }

  override public func state(forInput text: String) throws(FieldError) -> FieldState { .lines(text) }
}

/// A field without a definition. Texts, numbers and booleans can be edited; other values are kept unchanged.
public final class FieldUnknown: Field {
  private var storedState: FieldState

  /// - Parameter state: the state in the file, which is written back unless the user changes it.
  public init(name: String, state: FieldState) {
    storedState = state
    super.init(name: name)
  }

  override public var text: String { storedState.text }
  override public var state: FieldState? { storedState }
  override public func load(_ state: FieldState, variables: VariableMap) { storedState = state }
  override public func copy() -> Field { FieldUnknown(name: name ?? "", state: storedState) }

  override public var isEditable: Bool {
    switch storedState {
    case .text, .lines, .number, .numeral, .boolean: true
    case .json(let value): value.kind == .string
    case .variable: false
    }
  }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    switch storedState {
    case .number, .numeral:
      guard let number = FieldNumber.parse(text) else { throw FieldError("“\(text)” isn't a number") }
      return .number(number)
    case .boolean:
      guard ["TRUE", "FALSE"].contains(text) else { throw FieldError("only TRUE or FALSE") }
      return .boolean(text == "TRUE")
    default: return .text(text)
    }
  }
}
