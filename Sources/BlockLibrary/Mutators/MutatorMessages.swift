import BlockModel

/// The texts that mutators put on their inputs, by Blockly's message names without `BKY_`.
enum MutatorMessages {
  /// The text of a message; its name if it is missing, so that the gap is visible.
  static subscript(name: String) -> String { StockBlocks.messages.texts[name] ?? name }

  /// Returns a label for a message; nil when the message is empty.
  static func label(_ name: String) -> FieldLabel? {
    let text = self[name]
    return text.isEmpty ? nil : FieldLabel(text: text)
  }
}

extension InputBuilder {
  /// Creates a builder for an input of a mutator.
  convenience init(
    _ type: Input.Kind, _ name: String, checks: [String]? = nil, label: FieldLabel? = nil,
    alignment: Input.Alignment = .left
  ) {
    self.init(type: type, name: name)
    connectionTypeChecks = checks
    self.alignment = alignment
    if let label { appendField(label) }
  }
}
