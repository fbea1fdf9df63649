import BlockModel

/// Formats block types as a table for users, by category.
enum BlockTable {
  static func text(of blocks: [Block]) -> String {
    var order: [String] = []
    var byCategory: [String: [Block]] = [:]
    for block in blocks {
      let category = category(of: block)
      if byCategory[category] == nil { order.append(category) }
      byCategory[category, default: []].append(block)
    }
    let width = blocks.map { Console.sanitized($0.type).count }.max() ?? 0
    let shapes = blocks.map { shape(of: $0).count }.max() ?? 0
    return order.map { category in
      let rows = (byCategory[category] ?? []).map { block in
        let row =
          "  \(padded(Console.sanitized(block.type), width))  \(padded(shape(of: block), shapes))  \(parts(of: block))"
        return String(row.reversed().drop { $0 == " " }.reversed()) + "\n"
      }
      return category + "\n" + rows.joined()
    }.joined(separator: "\n")
  }

  private static func category(of block: Block) -> String {
    guard case .style(let style) = block.definition.colour else { return "Other" }
    return switch style {
    case "logic_blocks": "Logic"
    case "loop_blocks": "Loops"
    case "math_blocks": "Math"
    case "text_blocks": "Text"
    case "list_blocks": "Lists"
    case "colour_blocks": "Colour"
    case "variable_blocks": "Variables"
    case "variable_dynamic_blocks": "Typed variables"
    case "procedure_blocks": "Functions"
    default: Console.sanitized(style)
    }
  }

  /// Describes a block's connections: a value or statement with its types, or a statement that begins or ends a stack.
  private static func shape(of block: Block) -> String {
    if let output = block.outputConnection { return "value" + checks(output) }
    switch (block.previousConnection, block.nextConnection) {
    case (let previous?, .some): return "statement" + checks(previous)
    case (let previous?, nil): return "last statement" + checks(previous)
    case (nil, .some): return "first statement"
    case (nil, nil): return "unconnected"
    }
  }

  private static func checks(_ connection: Connection) -> String {
    connection.typeChecks.map { ":" + Console.sanitized($0.joined(separator: "|")) } ?? ""
  }

  /// Formats fields in brackets, value inputs in parentheses, statement inputs in braces, and a mutator as a star.
  private static func parts(of block: Block) -> String {
    var parts: [String] = []
    for input in block.inputs {
      for field in input.fields {
        if let name = field.name, field.state != nil {
          parts.append("[\(Console.sanitized(name)) \(BlockDescription.kind(of: field))]")
        }
      }
      guard let connection = input.connection else { continue }
      let name = Console.sanitized(input.name) + checks(connection)
      parts.append(input.kind == .value ? "(\(name))" : "{\(name)}")
    }
    if let mutator = block.mutator { parts.append(mutator.hasDialog ? "*dialog" : "*") }
    return parts.joined(separator: " ")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
