import BlockModel

extension Block {
  /// What a field says; nil when the block has no such field or its value is none that it may have.
  func valid(field name: String) -> String? {
    guard let field = firstField(withName: name), field.problem == nil else { return nil }
    return field.state?.text
  }

  /// Whether the chosen kind of place in a list or text needs a number; nil when the field says nothing.
  func placeNeedsNumber(_ name: String) -> Bool? {
    valid(field: name).map { $0 == "FROM_START" || $0 == "FROM_END" }
  }

  /// Gives an input its connection or takes it away: without one it is a dummy of the same name (a Blockly rule).
  func arrangePlace(_ name: String, takesNumber: Bool) {
    let builder =
      takesNumber
      ? definition.builder(.value, name) ?? InputBuilder(.value, name, checks: ["Number"]) : InputBuilder(.dummy, name)
    arrangeInputs([builder]) { $0.name == name }
  }

  /// Changes which types an output fits.
  func setOutputCheck(_ check: String) {
    if outputConnection != nil { setConnection(.outputValue, typeChecks: [check]) }
  }

  /// Changes the words of a named label.
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
  /// What the definition says of an input.
  func builder(_ type: Input.Kind, _ name: String) -> InputBuilder? {
    inputBuilders.first { $0.name == name && $0.type == type }
  }
}
