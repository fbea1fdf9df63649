import BlockModel

/// The texts that mutators put on their inputs, by Blockly's message names without `BKY_`.
enum MutatorMessages {
  /// Returns the text of a message in the language of a block; its name if it is missing, so that the gap is visible.
  static func text(_ name: String, for block: Block?) -> String {
    block?.definition.messages.texts[name] ?? StockBlocks.messages.texts[name] ?? name
  }

  /// Returns a label for a message; nil when the message is empty.
  static func label(_ name: String, for block: Block?) -> FieldLabel? {
    let text = text(name, for: block)
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
