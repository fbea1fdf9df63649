import BlockModel

extension Block {
  /// Returns the value of a field; nil when the block has no such field or the value is invalid.
  func valid(field name: String) -> String? {
    guard let field = firstField(withName: name), field.problem == nil else { return nil }
    return field.state?.text
  }

  /// Whether the position type chosen in a field needs an index; nil when the field has no valid value.
  func indexNeedsNumber(_ name: String) -> Bool? {
    valid(field: name).map { $0 == "FROM_START" || $0 == "FROM_END" }
  }

  /// Returns the first choice of an index field that needs an index if `takesNumber`, else the first that needs none;
  /// nil if the current choice already fits, or no choice does.
  func choice(ofIndexField name: String, takesNumber: Bool) -> String? {
    guard indexNeedsNumber(name) == !takesNumber, let field = firstField(withName: name) as? FieldDropdown else {
      return nil
    }
    return field.options.map(\.value).first { ($0 == "FROM_START" || $0 == "FROM_END") == takesNumber }
  }

  /// Makes an input a value input if `takesNumber`, else a dummy with the same name (a Blockly rule).
  func arrangeIndexInput(_ name: String, takesNumber: Bool) {
    let builder =
      takesNumber
      ? definition.builder(.value, name) ?? InputBuilder(.value, name, checks: ["Number"]) : InputBuilder(.dummy, name)
    arrangeInputs([builder]) { $0.name == name }
  }

  /// Sets the type check of the output, if there is one.
  func setOutputCheck(_ check: String) {
    if outputConnection != nil { setConnection(.outputValue, typeChecks: [check]) }
  }

  /// Changes the text of a named label.
  func setLabel(_ name: String, _ text: String) {
    for input in inputs {
      guard let index = input.fields.firstIndex(where: { $0.name == name }) else { continue }
      if input.fields[index].text == text { return }
      input.removeField(named: name)
      input.insert(FieldLabel(name: name, text: text), at: index)
      return
    }
  }
}

extension BlockBuilder {
  /// Returns the definition's builder for an input.
  func builder(_ type: Input.Kind, _ name: String) -> InputBuilder? {
    inputBuilders.first { $0.name == name && $0.type == type }
  }
}
