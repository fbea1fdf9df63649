import Markup

/// An element in an input's row: a label, or a value that a user can edit.
///
/// Everything that depends on the kind of field is a member here. `FieldTypes` reads fields from definitions.
///
/// A field without state of its own, such as a label, may be shared by several blocks.
open class Field {
  /// The field's name in files; nil for a field that is never saved.
  public let name: String?

  /// - Parameter name: unique in the block, as files refer to it; nil for a field that is never saved.
  public init(name: String?) { self.name = name }

  /// The text shown.
  open var text: String { "" }

  /// The text for screen readers.
  open var spokenText: String { text }

  /// Returns the description of the field at the cursor, such as `number 5`.
  /// - Parameter text: the spoken text, which may be shortened.
  open func spokenDescription(of text: String) -> String { "text “\(text)”" }

  /// The appearance of the field. Cheaper than `editing`.
  open var shape: FieldShape { .text }

  /// The colour that the field shows, as `#rrggbb`; nil for none.
  open var colour: String? { nil }

  /// Whether the field is a quotation mark around a text.
  open var isQuotationMark: Bool { false }

  /// The variable that the field refers to; nil for none.
  open var variable: Variable? { nil }

  /// The form of the field in programs as text.
  open var wording: FieldWording { .none }

  /// The value in generated code.
  open var code: FieldCode { .text }

  /// Whether a user can change the value.
  open var isEditable: Bool { false }

  /// The way in which a user changes the value.
  open var editing: FieldEditing { isEditable ? .text(text, isMultiline: false, hint: "text") : .none }

  /// Whether any text is a valid value.
  open var acceptsAnyText: Bool { false }

  /// The state saved in files; nil when the field is not saved.
  open var state: FieldState? { nil }

  /// Whether the field is saved in files. Cheaper than `state`.
  open var isSaved: Bool { state != nil }

  /// Loads the state from a file or an event. An invalid value is kept, and `problem` reports it.
  open func load(_ state: FieldState, variables: VariableMap) {}

  /// An error message for the loaded value; nil when it is valid.
  open var problem: String? { nil }

  /// Returns a remark on a user's input that is replaced with another value, such as a number beyond the limits: `must
  /// be at least 0; 0 was used`. Nil if the value equals the input.
  open func remark(onInput text: String) -> String? { nil }

  /// Returns the state for a user's input.
  /// - Throws: `FieldError` when Blockly would not accept it.
  open func state(forInput text: String) throws(FieldError) -> FieldState {
    throw FieldError("this field can't be edited")
  }

  /// Writes the default value and the limits, as members of an object.
  open func describe(to json: inout JSONWriter) { json.member("text", text) }

  /// Returns a copy of the field for another block.
  open func copy() -> Field { self }
}

/// A field whose value is text.
open class TextualField: Field {
  /// The text, unchanged from the file or the user's input.
  public internal(set) var value: String

  /// - Parameter value: the initial text.
  public init(name: String?, value: String) {
    self.value = value
    super.init(name: name)
  }

  override open var text: String { value }
  override open var isEditable: Bool { true }
  override open var state: FieldState? { .text(value) }
  override open var isSaved: Bool { true }
  override open func describe(to json: inout JSONWriter) { json.member("value", value) }
  override open func load(_ state: FieldState, variables: VariableMap) { value = state.text }
}
