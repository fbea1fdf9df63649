import BlockModel

/// Descriptions and labels of blocks.
public nonisolated enum BlockLabel {
  /// The brackets that show the type of an output or value input.
  static func brackets(of connection: Connection?) -> (String, String) {
    switch connection?.typeChecks {
    case ["Boolean"]: ("⟪", "⟫")
    case ["Array"]: ("[", "]")
    default: ("(", ")")
    }
  }

  /// The text of a block up to its first statement input: `if i is divisible by 15`.
  public static func header(of block: Block, limit: Int) -> String {
    let first = block.inputs.firstIndex { $0.kind == .statement } ?? block.inputs.count
    let text = summary(of: block, inputs: first, limit: limit)
    return text.isEmpty ? block.type : text
  }

  /// The text of a block with its values, on one line of at most about `limit` characters: `i is divisible by 15`.
  public static func summary(of block: Block, limit: Int = 60) -> String {
    summary(of: block, inputs: block.inputs.count, limit: limit)
  }

  private static func summary(of block: Block, inputs: Int, limit: Int) -> String {
    var parts: [String] = []
    var length = 0
    var opened = ""
    func add(_ text: String) {
      parts.append(opened + text)
      opened = ""
      length += text.count + 1
    }
    enum Step {
      case input(Int, of: Block)
      case closeParenthesis
    }
    var pending = [Step.input(0, of: block)]
    // Continue at exactly the limit, because any further text has to show as “…”. Each part counts with a blank.
    while let step = pending.popLast(), length - 1 <= limit {
      guard case .input(let index, let current) = step else {
        parts[parts.count - 1] += ")"
        continue
      }
      if index == 0, current.isUnknown { add(current.type) }
      let count = current === block ? inputs : current.inputs.count
      guard index < count else { continue }
      let input = current.inputs[index]
      pending.append(.input(index + 1, of: current))
      // Skip statement inputs: their contents would be too long.
      if input.kind == .statement, current === block { continue }
      let text = fieldDescription(of: input)
      if !text.isEmpty { add(text) }
      guard input.kind == .value else { continue }
      guard let child = input.connectedBlock else {
        add("…")
        continue
      }
      // An operation beside other words of a value: “(1 + x) × 2”.
      let isBesideWords = current.outputConnection != nil && (index > 0 || !text.isEmpty || index + 1 < count)
      if isBesideWords, isOperation(child) {
        opened += "("
        pending.append(.closeParenthesis)
      }
      pending.append(.input(0, of: child))
    }
    let line = parts.joined(separator: " ")
    guard line.count > limit else { return line }
    // A part may end in “…” itself.
    var cut = line.prefix(limit - 1)
    while cut.last == "…" || cut.last == " " { cut.removeLast() }
    return cut + "…"
  }

  /// Whether a block begins and ends in a value.
  private static func isOperation(_ block: Block) -> Bool {
    guard !block.isUnknown, let first = block.inputs.first, let last = block.inputs.last, first !== last else {
      return false
    }
    return first.kind == .value && last.kind == .value && fieldDescription(of: first).isEmpty
  }

  /// The text of an input's own fields.
  static func fieldDescription(of input: Input) -> String { fieldDescription(input.fields) }

  private static func fieldDescription(_ fields: [Field]) -> String {
    var text = ""
    for field in fields where !field.text.isEmpty {
      let isQuote = field.isQuotationMark && ["“", "”"].contains(field.text)
      if !text.isEmpty, !(isQuote && field.text == "”"), !text.hasSuffix("“") { text += " " }
      text += oneLine(field.spokenText)
      if text.utf8.count > longestPart { break }
    }
    return text
  }

  /// A short name of the block: its first labels up to and including the first field, such as `count with i` or `if`.
  public static func name(of block: Block) -> String {
    if block.isUnknown { return block.type }
    if let field = block.onlyField {
      switch field.shape {
      case .variable: return "variable \(field.text)"
      case .number: return "number \(field.text)"
      case .text where block.isQuoted: return "text “\(field.text)”"
      default: break
      }
      if !field.text.isEmpty { return field.spokenText }
      // Screen readers say nothing for an empty text.
      if case .text(_, isMultiline: true, _) = field.editing { return "text of several lines" }
      return "empty text"
    }
    for input in block.inputs {
      // Stop after the first editable field: “count with i”, not “count with i from”.
      let last = input.fields.firstIndex { $0.isEditable && $0.name != nil } ?? input.fields.count - 1
      let text = fieldDescription(Array(input.fields.prefix(last + 1)))
      if !text.isEmpty { return line(text, limit: wholeLimit) }
    }
    return block.type
  }

  /// The text that all blocks of the block's type share: `count with … from … to … by … do`.
  public static func words(of block: Block) -> String {
    switch block.onlyField?.shape {
    case .variable: return "variable"
    case .number: return "number"
    case .text where block.isQuoted: return "text"
    default: break
    }
    var words: [String] = []
    for input in block.inputs {
      let values = input.fields.map { $0.isEditable ? "…" : oneLine($0.text) } + (input.kind == .value ? ["…"] : [])
      for word in values where !word.isEmpty && !(word == "…" && words.last == "…") { words.append(word) }
    }
    let text = line(words.joined(separator: " "), limit: 40)
    if text.contains(where: \.isLetter) { return text }
    let name = name(of: block)
    return name.contains(where: \.isLetter) ? name : kind(of: block)
  }

  /// The block's label in a list.
  public static func entry(of block: Block, limit: Int) -> String {
    let label = block.onlyField == nil ? summary(of: block, limit: limit) : line(name(of: block), limit: limit)
    return label.contains { $0.isLetter || $0.isNumber } ? label : "\(kind(of: block)) \(label)"
  }

  /// The block's label in a list with another block of the same label: all its inputs, and default values in
  /// parentheses, such as `if … do else` and `repeat (10) times do`.
  public static func outline(of block: Block, limit: Int) -> String {
    var parts: [String] = []
    for input in block.inputs {
      let text = fieldDescription(of: input)
      if !text.isEmpty { parts.append(text) }
      guard input.kind == .value else { continue }
      parts.append(input.connectedBlock.map { "(\(summary(of: $0, limit: limit)))" } ?? "…")
    }
    return line(parts.joined(separator: " "), limit: limit)
  }

  /// The kind of a block that shows only symbols, which screen readers skip.
  private static func kind(of block: Block) -> String {
    switch block.type {
    case "logic_compare": "comparison"
    case "math_arithmetic": "calculation"
    case "text_join": "text"
    default: block.outputConnection == nil ? "block" : "value"
    }
  }

  /// The label of an input.
  public static func name(of input: Input) -> String { line(fieldDescription(of: input), limit: wholeLimit) }

  /// The number of scalars that are read of a text: more than any screen shows. A text may have megabytes.
  private static let longestPart = 2000

  private static func beginning(of text: String) -> String {
    text.utf8.count <= longestPart ? text : String(text.unicodeScalars.prefix(longestPart))
  }

  private static func oneLine(_ text: String) -> String {
    let part = beginning(of: text)
    let line = part.split(whereSeparator: \.isNewline).joined(separator: " ")
    return part.utf8.count == text.utf8.count ? line : line + "…"
  }

  /// The first paragraph of a text, on one line.
  static func firstParagraph(_ text: String) -> String {
    let part = beginning(of: text)
    let lines = part.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).drop(while: isBlank)
    let paragraph = lines.prefix { !isBlank($0) }
    let isWhole = part.utf8.count == text.utf8.count && lines.dropFirst(paragraph.count).allSatisfy(isBlank)
    return paragraph.joined(separator: " ") + (isWhole ? "" : "…")
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  /// The limit in letters of texts that are shortened where they are shown.
  package static let wholeLimit = 200

  /// A text on one line, truncated to about `limit` characters.
  public static func line(_ text: String, limit: Int) -> String {
    let line = oneLine(text)
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
