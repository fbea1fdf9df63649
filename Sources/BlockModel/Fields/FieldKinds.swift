/// The appearance of a field.
public enum FieldShape {
  /// A text.
  case text
  /// A number.
  case number
  /// One of several words, with a sign that there are others.
  case choice
  /// A check box.
  case toggle
  /// The name of a variable, in the colour of variables.
  case variable
}

/// The way in which users edit a field. Their input goes to `Field.state(forInput:)`.
public enum FieldEditing {
  /// The field can't be edited.
  case none
  /// The value is switched. The input is `TRUE` or `FALSE`.
  case toggle(isOn: Bool)
  /// An option is chosen. The input is its value.
  case choice([FieldDropdown.Option], selected: Int)
  /// A text is typed.
  /// - Parameter hint: the expected input, such as `a whole number`.
  case text(String, isMultiline: Bool, hint: String)
  /// One of the program's variables is chosen. The input is its id.
  case variable
}

/// The form of a field in programs as text.
public enum FieldWording {
  /// Not at all. The block is then written in another form.
  case none
  /// As a label's text.
  case words
  /// As one of several labels.
  case choice([(label: String, state: FieldState)])
  /// As the name of a variable.
  case variable
  /// As a number.
  case number
  /// In quotation marks.
  /// - Parameter isMultiline: whether it may have line breaks.
  case text(isMultiline: Bool)
}

/// The value of a field in generated code.
public enum FieldCode {
  /// A text, which rules put in quotation marks.
  case text
  /// A word that the definition's author chose, such as a dropdown's value.
  case word(String)
  /// A number, as the language writes it.
  case number(Double)
  /// The name of `Field.variable`.
  case variable
}
