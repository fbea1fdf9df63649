/// How a field looks.
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

/// How users edit a field. What they enter goes to `Field.state(forInput:)`.
public enum FieldEditing {
  /// It can't be edited.
  case none
  /// The value is switched. The input is `TRUE` or `FALSE`.
  case toggle(isOn: Bool)
  /// An option is chosen. The input is its value.
  case choice([FieldDropdown.Option], selected: Int)
  /// A text is typed.
  /// - Parameter hint: what is expected, such as `a whole number`.
  case text(String, isMultiline: Bool, hint: String)
  /// One of the program's variables is chosen. The input is its id.
  case variable
}

/// How programs as text write a field.
public enum FieldWording {
  /// Not at all. The block is then written in another form.
  case none
  /// As the words of a label.
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
  /// One of the words that the author of the definition knows.
  case word(String)
  /// A number, as the language writes it.
  case number(Double)
  /// The name of `Field.variable`.
  case variable
}
