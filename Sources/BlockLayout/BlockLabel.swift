import BlockModel

/// Blocks in words.
public enum BlockLabel {
  /// The brackets that tell what an output or a value input takes.
  static func brackets(of connection: Connection?) -> (String, String) {
    switch connection?.typeChecks {
    case ["Boolean"]: ("⟪", "⟫")
    case ["Array"]: ("[", "]")
    default: ("(", ")")
    }
  }

  /// The words of a block up to its first statements: `if i is divisible by 15`.
  public static func header(of block: Block, limit: Int) -> String {
    let first = block.inputs.firstIndex { $0.kind == .statement } ?? block.inputs.count
    let words = summary(of: block, inputs: first, limit: limit)
    return words.isEmpty ? block.type : words
  }

  /// The block as a line of words with its values, no longer than about `limit` characters: `i is divisible by 15`.
  public static func summary(of block: Block, limit: Int = 60) -> String {
    summary(of: block, inputs: block.inputs.count, limit: limit)
  }

  private static func summary(of block: Block, inputs: Int, limit: Int) -> String {
    var words: [String] = []
    var length = 0
    var waiting: [(block: Block, inputIndex: Int)] = [(block, 0)]
    while var visit = waiting.popLast(), length < limit {
      if visit.inputIndex == 0, visit.block.isUnknown {
        words.append(visit.block.type)
        length += visit.block.type.count + 1
      }
      let count = visit.block === block ? inputs : visit.block.inputs.count
      guard visit.inputIndex < count else { continue }
      let input = visit.block.inputs[visit.inputIndex]
      visit.inputIndex += 1
      // What is in statements would say too much.
      if input.kind == .statement, visit.block === block { continue }
      waiting.append(visit)
      let text = fieldDescription(of: input)
      if !text.isEmpty {
        words.append(text)
        length += text.count + 1
      }
      if input.kind == .value {
        if let child = input.connectedBlock {
          waiting.append((child, 0))
        } else {
          words.append("…")
          length += 2
        }
      }
    }
    let line = words.joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }

  /// The words of an input's own fields.
  static func fieldDescription(of input: Input) -> String { fieldDescription(input.fields) }

  private static func fieldDescription(_ fields: [Field]) -> String {
    var text = ""
    for field in fields where !field.text.isEmpty {
      let isQuote = field is FieldImage && ["“", "”"].contains(field.text)
      if !text.isEmpty, !(isQuote && field.text == "”"), !text.hasSuffix("“") { text += " " }
      text += field.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    return text
  }

  /// A short name of the block: its first words, with the first field, such as `count with i` or `if`.
  public static func name(of block: Block) -> String {
    if block.isUnknown { return block.type }
    if let field = block.onlyField {
      switch field {
      case is FieldVariable: return "variable \(field.text)"
      case is FieldNumber: return "number \(field.text)"
      case is TextualField where block.isQuoted: return "text “\(field.text)”"
      // Nobody hears nothing.
      default: return field.text.isEmpty ? typeDescription(of: block) : field.text
      }
    }
    for input in block.inputs {
      // The first field that can be edited says enough: “count with i”, not “count with i from”.
      let last = input.fields.firstIndex { $0.isEditable && $0.name != nil } ?? input.fields.count - 1
      let words = fieldDescription(Array(input.fields.prefix(last + 1)))
      if !words.isEmpty { return line(words, limit: 40) }
    }
    return block.type
  }

  /// The block as an entry of a list.
  public static func entry(of block: Block, limit: Int) -> String {
    let words = block.onlyField == nil ? summary(of: block, limit: limit) : line(name(of: block), limit: limit)
    return words.contains { $0.isLetter || $0.isNumber } ? words : "\(typeDescription(of: block)) \(words)"
  }

  private static func typeDescription(of block: Block) -> String { block.type.replacing("_", with: " ") }

  /// The words before an input's place.
  public static func name(of input: Input) -> String { line(fieldDescription(of: input), limit: 40) }

  /// A text on one line, cut to about `limit` characters.
  public static func line(_ text: String, limit: Int) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
