import SeededTesting

/// Draws values: a block of each type that has no effect, with literals, variables and other values in its inputs.
struct RandomValue {
  enum Kind: CaseIterable {
    case number, text, truth, list
  }

  /// A block as a table has it: fields with their values, inputs with the kinds of theirs.
  private struct Row {
    var kind: Kind
    var type: String
    var mutation = ""
    var fields: [(name: String, value: String)] = []
    var inputs: [(name: String, kind: Kind?)] = []
  }

  private var random: SeededGenerator
  private var depth = 0
  /// Whether each value is soon there, and the same in each run: numbers are small, and no block does something as often as
  /// a number says. In Lua, the order of modes is chance.
  private var isQuick = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A value of each row of the table, as XML, with the row's name.
  static func ofAllBlocks(seed: UInt64) -> [(name: String, xml: String)] {
    var maker = RandomValue(seed: seed)
    return rows.map { row in
      let name = ([row.type] + row.fields.map(\.value)).joined(separator: " ")
      return (name, maker.block(row))
    }
  }

  /// Any value, as XML.
  static func any(seed: UInt64) -> String {
    var maker = RandomValue(seed: seed)
    return maker.value(nil)
  }

  /// A program that gives a variable values that are soon there, as XML, after a statement.
  static func program(seed: UInt64, after statement: String) -> String {
    var maker = RandomValue(seed: seed)
    maker.isQuick = true
    let statements =
      [statement]
      + (0..<4).map { _ in
        "<block type=\"variables_set\"><field name=\"VAR\">r</field><value name=\"VALUE\">\(maker.value(nil))</value></block>"
      }
    let stack = statements.dropLast().reversed().reduce(statements[4]) { below, statement in
      statement.dropLast("</block>".count) + "<next>\(below)</next></block>"
    }
    return "<xml>\(stack)</xml>"
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

  private mutating func value(_ kind: Kind?) -> String {
    // Variables may hold anything.
    if number(20) == 0 { return variable(pick(Kind.allCases)) }
    let kind = kind ?? pick(Kind.allCases)
    if depth >= 3 || number(3) == 0 { return number(2) == 0 ? literal(kind) : variable(kind) }
    depth += 1
    defer { depth -= 1 }
    return block(pick((isQuick ? Self.quickRowsByKind : Self.rowsByKind)[kind] ?? []))
  }

  private mutating func variable(_ kind: Kind) -> String {
    let names: [Kind: [String]] = [
      .number: ["i", "n", "z", isQuick ? "i" : "big"], .text: ["s", "t", "u", "d", "e"], .truth: ["b", "nothing"],
      .list: ["l", "m", "w", "f", "nested", "empty"],
    ]
    return "<block type=\"variables_get\"><field name=\"VAR\">\(pick(names[kind] ?? []))</field></block>"
  }

  private mutating func literal(_ kind: Kind) -> String {
    switch kind {
    case .number:
      let small = ["-3", "-0.5", "0", "1", "2", "2.5", "3", "7", "10", "0.1"]
      let digits = pick(isQuick ? small : small + ["1e15", "123456789012", "1e21"])
      return "<block type=\"math_number\"><field name=\"NUM\">\(digits)</field></block>"
    case .text:
      let text = pick([
        "", "a", "ab", " two  words ", "12", "-3.5", "banana", "ΑΣ ΣΑ", "é𝄞x", "an", ",", "0x10", "it's",
      ])
      return "<block type=\"text\"><field name=\"TEXT\" xml:space=\"preserve\">\(text)</field></block>"
    case .truth:
      if number(6) == 0 { return "<block type=\"logic_null\"></block>" }
      return "<block type=\"logic_boolean\"><field name=\"BOOL\">\(pick(["TRUE", "FALSE"]))</field></block>"
    case .list: return "<block type=\"lists_create_empty\"></block>"
    }
  }

  private mutating func block(_ row: Row) -> String {
    let fields = row.fields.map { "<field name=\"\($0.name)\">\($0.value)</field>" }.joined()
    var values = ""
    for input in row.inputs { values += "<value name=\"\(input.name)\">\(value(input.kind))</value>" }
    return "<block type=\"\(row.type)\">\(row.mutation)\(fields)\(values)</block>"
  }

  // MARK: - The table

  private static let rowsByKind = Dictionary(grouping: rows, by: \.kind)
  private static let quickRowsByKind = Dictionary(
    grouping: rows.filter { row in
      let slow = ["lists_repeat", "lists_getSublist", "lists_split", "text_count", "text_replace"]
      return !slow.contains(row.type)
        && !row.fields.contains { ["POWER", "POW10", "EXP", "PRIME", "MODE"].contains($0.value) }
    }, by: \.kind)

  private static let rows: [Row] = {
    var rows: [Row] = []
    func add(
      _ kind: Kind, _ type: String, _ field: String, _ values: [String], _ inputs: [(String, Kind?)]
    ) {
      for value in values {
        rows.append(
          Row(
            kind: kind, type: type, fields: field.isEmpty ? [] : [(field, value)],
            inputs: inputs.map { (name: $0.0, kind: $0.1) }))
      }
    }
    add(.truth, "logic_compare", "OP", ["EQ", "NEQ", "LT", "LTE", "GT", "GTE"], [("A", .number), ("B", .number)])
    add(.truth, "logic_compare", "OP", ["EQ", "LT", "GTE"], [("A", .text), ("B", .text)])
    add(.truth, "logic_compare", "OP", ["EQ", "NEQ", "LT"], [("A", .list), ("B", .list)])
    add(.truth, "logic_compare", "OP", ["EQ", "NEQ"], [("A", nil), ("B", nil)])
    add(.truth, "logic_operation", "OP", ["AND", "OR"], [("A", .truth), ("B", .truth)])
    add(.truth, "logic_negate", "", [""], [("BOOL", .truth)])
    add(.number, "logic_ternary", "", [""], [("IF", .truth), ("THEN", .number), ("ELSE", .number)])
    add(.list, "logic_ternary", "", [""], [("IF", .truth), ("THEN", .list), ("ELSE", .list)])
    add(
      .number, "math_arithmetic", "OP", ["ADD", "MINUS", "MULTIPLY", "DIVIDE", "POWER"],
      [("A", .number), ("B", .number)])
    add(.number, "math_modulo", "", [""], [("DIVIDEND", .number), ("DIVISOR", .number)])
    add(.number, "math_single", "OP", ["ROOT", "ABS", "NEG", "LN", "LOG10", "EXP", "POW10"], [("NUM", .number)])
    add(.number, "math_round", "OP", ["ROUND", "ROUNDUP", "ROUNDDOWN"], [("NUM", .number)])
    add(.number, "math_trig", "OP", ["SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN"], [("NUM", .number)])
    add(.number, "math_constant", "CONSTANT", ["PI", "E", "GOLDEN_RATIO", "SQRT2", "SQRT1_2", "INFINITY"], [])
    add(.number, "math_atan2", "", [""], [("X", .number), ("Y", .number)])
    add(.number, "math_constrain", "", [""], [("VALUE", .number), ("LOW", .number), ("HIGH", .number)])
    add(
      .truth, "math_number_property", "PROPERTY", ["EVEN", "ODD", "PRIME", "WHOLE", "POSITIVE", "NEGATIVE"],
      [("NUMBER_TO_CHECK", .number)])
    rows.append(
      Row(
        kind: .truth, type: "math_number_property", mutation: "<mutation divisor_input=\"true\"></mutation>",
        fields: [("PROPERTY", "DIVISIBLE_BY")], inputs: [("NUMBER_TO_CHECK", .number), ("DIVISOR", .number)]))
    for operation in ["SUM", "MIN", "MAX", "AVERAGE", "MEDIAN", "MODE", "STD_DEV"] {
      rows.append(
        Row(
          kind: operation == "MODE" ? .list : .number, type: "math_on_list",
          mutation: "<mutation op=\"\(operation)\"></mutation>", fields: [("OP", operation)], inputs: [("LIST", .list)])
      )
    }
    for count in 0...3 {
      let items = (0..<count).map { (name: "ADD\($0)", kind: Kind?.none) }
      let mutation = "<mutation items=\"\(count)\"></mutation>"
      rows.append(Row(kind: .text, type: "text_join", mutation: mutation, inputs: items.map { ($0.name, .text) }))
      rows.append(Row(kind: .text, type: "text_join", mutation: mutation, inputs: items))
      rows.append(Row(kind: .list, type: "lists_create_with", mutation: mutation, inputs: items))
      rows.append(
        Row(kind: .list, type: "lists_create_with", mutation: mutation, inputs: items.map { ($0.name, .number) }))
    }
    add(.number, "text_length", "", [""], [("VALUE", .text)])
    add(.truth, "text_isEmpty", "", [""], [("VALUE", .text)])
    add(.number, "text_indexOf", "END", ["FIRST", "LAST"], [("VALUE", .text), ("FIND", .text)])
    add(.text, "text_changeCase", "CASE", ["UPPERCASE", "LOWERCASE", "TITLECASE"], [("TEXT", .text)])
    add(.text, "text_trim", "MODE", ["LEFT", "RIGHT", "BOTH"], [("TEXT", .text)])
    add(.number, "text_count", "", [""], [("SUB", .text), ("TEXT", .text)])
    add(.text, "text_replace", "", [""], [("FROM", .text), ("TO", .text), ("TEXT", .text)])
    add(.text, "text_reverse", "", [""], [("TEXT", .text)])
    add(.number, "lists_length", "", [""], [("VALUE", .list)])
    add(.truth, "lists_isEmpty", "", [""], [("VALUE", .list)])
    add(.number, "lists_indexOf", "END", ["FIRST", "LAST"], [("VALUE", .list), ("FIND", nil)])
    add(.list, "lists_repeat", "", [""], [("ITEM", nil), ("NUM", .number)])
    add(.list, "lists_reverse", "", [""], [("LIST", .list)])
    for type in ["NUMERIC", "TEXT", "IGNORE_CASE"] {
      for direction in ["1", "-1"] {
        rows.append(
          Row(
            kind: .list, type: "lists_sort", fields: [("TYPE", type), ("DIRECTION", direction)],
            inputs: [("LIST", .list)]))
      }
    }
    for (mode, kind, other) in [("SPLIT", Kind.list, Kind.text), ("JOIN", .text, .list)] {
      rows.append(
        Row(
          kind: kind, type: "lists_split", mutation: "<mutation mode=\"\(mode)\"></mutation>", fields: [("MODE", mode)],
          inputs: [("INPUT", other), ("DELIM", .text)]))
    }
    for place in ["FIRST", "LAST", "FROM_START", "FROM_END"] {
      let index: [(name: String, kind: Kind?)] = place.hasPrefix("FROM") ? [("AT", .number)] : []
      rows.append(
        Row(
          kind: .text, type: "text_charAt", mutation: "<mutation at=\"\(!index.isEmpty)\"></mutation>",
          fields: [("WHERE", place)], inputs: [("VALUE", .text)] + index))
      rows.append(
        Row(
          kind: .number, type: "lists_getIndex",
          mutation: "<mutation statement=\"false\" at=\"\(!index.isEmpty)\"></mutation>",
          fields: [("MODE", "GET"), ("WHERE", place)], inputs: [("VALUE", .list)] + index))
    }
    for start in ["FROM_START", "FROM_END", "FIRST"] {
      for end in ["FROM_START", "FROM_END", "LAST"] {
        for (type, input, kind) in [("text_getSubstring", "STRING", Kind.text), ("lists_getSublist", "LIST", .list)] {
          var inputs: [(name: String, kind: Kind?)] = [(input, kind)]
          if start != "FIRST" { inputs.append(("AT1", .number)) }
          if end != "LAST" { inputs.append(("AT2", .number)) }
          rows.append(
            Row(
              kind: kind, type: type,
              mutation: "<mutation at1=\"\(start != "FIRST")\" at2=\"\(end != "LAST")\"></mutation>",
              fields: [("WHERE1", start), ("WHERE2", end)], inputs: inputs))
        }
      }
    }
    return rows
  }()
}
