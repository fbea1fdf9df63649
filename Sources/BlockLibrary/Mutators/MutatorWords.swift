import BlockModel

/// The texts that mutators put on their inputs, by Blockly's message names without `BKY_`.
struct MutatorDescription: Sendable {
  private let table: [String: String]

  init(_ table: [String: String]) { self.table = table }

  /// The text of a message; its name if it is missing, so that the gap is visible.
  subscript(name: String) -> String { table[name] ?? name }

  /// Returns a label for a message; nil when the message is empty.
  func label(_ name: String) -> FieldLabel? {
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
