/// Something shown in an input's row: a label, or a value that a user edits.
///
/// A field that keeps no state of its own block (a label) may stand in several blocks.
open class Field {
  /// The name by which files refer to the field; nil for what is never saved.
  public let name: String?

  public init(name: String?) { self.name = name }

  /// What is shown.
  open var text: String { "" }

  /// Whether a user can change it.
  open var isEditable: Bool { false }

  /// What a file holds; nil when the field is not saved.
  open var state: FieldState? { nil }

  /// Whether the field has a state, for those who don't need to know which.
  open var isSaved: Bool { state != nil }

  /// Takes what a file or an event holds. What is no valid value is kept, as it would else be lost, and reported by
  /// `problem`.
  open func load(_ state: FieldState, variables: VariableMap) {}

  /// What is wrong with the value that was loaded, if anything.
  open var problem: String? { nil }

  /// The state for what a user typed or chose.
  /// - Throws: `FieldRefusal` when Blockly would not accept it.
  open func state(forInput text: String) throws(FieldRefusal) -> FieldState {
    throw FieldRefusal("this field can't be edited")
  }

  /// The same field for another block.
  open func copy() -> Field { self }
}

/// A field whose value is one text.
open class TextualField: Field {
  public internal(set) var value: String

  public init(name: String?, value: String) {
    self.value = value
    super.init(name: name)
  }

  override open var text: String { value }
  override open var isEditable: Bool { true }
  override open var state: FieldState? { .text(value) }
  override open var isSaved: Bool { true }
  override open func load(_ state: FieldState, variables: VariableMap) { value = state.text }
}
