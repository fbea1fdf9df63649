import SeededTesting

/// Makes random programs whose code calls helper functions: each prints what lists, texts and numbers become, and ends.
struct HelperProgram {
  private var random: SeededGenerator
  /// The number of values that may still be nested.
  private var depth = 3

  private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A program as XML.
  static func xml(seed: UInt64) -> String {
    var maker = HelperProgram(seed: seed)
    let count = maker.number(3...8)
    let statements = (0..<count).map { _ in maker.statement() }
    let stack = statements.dropLast().reversed().reduce(statements.last ?? "") { below, statement in
      statement.dropLast("</block>".count) + "<next>\(below)</next></block>"
    }
    return "<xml>\(stack)</xml>"
  }

  // MARK: - Choosing

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }

  /// One of some makers; the first one where values are nested deep enough.
  private mutating func choose(_ makers: [(inout HelperProgram) -> String]) -> String {
    depth -= 1
    defer { depth += 1 }
    let index = depth <= 0 ? 0 : number(0...makers.count - 1)
    return makers[index](&self)
  }

  // MARK: - XML

  private func block(_ type: String, mutation: String = "", _ content: String...) -> String {
    let mutation = mutation.isEmpty ? "" : "<mutation \(mutation)></mutation>"
    return "<block type=\"\(type)\">\(mutation)\(content.joined())</block>"
  }

  private func field(_ name: String, _ value: String) -> String { "<field name=\"\(name)\">\(value)</field>" }
  private func value(_ name: String, _ block: String) -> String { "<value name=\"\(name)\">\(block)</value>" }

  private func items(_ type: String, _ blocks: [String]) -> String {
    let values = blocks.enumerated().map { value("ADD\($0)", $1) }
    return block(type, mutation: "items=\"\(blocks.count)\"", values.joined())
  }

  // MARK: - Statements

  private mutating func statement() -> String {
    let variable = pick("a", "b", "c")
    switch number(0...6) {
    case 0: return print(numberValue())
    case 1: return print(truth())
    case 2: return print(textValue())
    case 3: return printItems(of: numbers())
    case 4: return printItems(of: texts())
    case 5:
      // Bounds that are no constants need a helper for the range.
      return block(
        "controls_for", field("VAR", variable), value("FROM", numberLiteral()), value("TO", count()),
        value("BY", block("math_number", field("NUM", "1"))),
        "<statement name=\"DO\">\(print(block("variables_get", field("VAR", variable))))</statement>")
    default:
      return block(
        "controls_if", value("IF0", truth()), "<statement name=\"DO0\">\(print(textValue()))</statement>")
    }
  }

  private func print(_ block: String) -> String { self.block("text_print", value("TEXT", block)) }

  private mutating func printItems(of list: String) -> String {
    let variable = pick("item", "x", "list")
    let text = block("variables_get", field("VAR", variable))
    return block(
      "controls_forEach", field("VAR", variable), value("LIST", list),
      "<statement name=\"DO\">\(print(text))</statement>")
  }

  // MARK: - Numbers

  private mutating func numberLiteral() -> String {
    block("math_number", field("NUM", pick("-3", "-0.5", "0", "1", "2", "2.5", "3", "7", "10", "12", "17")))
  }

  /// A small whole number that is no constant.
  private mutating func count() -> String {
    number(0...1) == 0
      ? block("lists_length", value("VALUE", numbers())) : block("text_length", value("VALUE", textValue()))
  }

  private mutating func numberValue() -> String {
    choose([
      { $0.numberLiteral() }, { $0.onList() }, { $0.count() },
      {
        $0.block(
          "math_arithmetic", $0.field("OP", $0.pick("ADD", "MINUS", "MULTIPLY")), $0.value("A", $0.numberValue()),
          $0.value("B", $0.numberValue()))
      },
      {
        $0.block(
          "lists_indexOf", $0.field("END", $0.pick("FIRST", "LAST")), $0.value("VALUE", $0.numbers()),
          $0.value("FIND", $0.numberLiteral()))
      },
      {
        $0.block(
          "text_indexOf", $0.field("END", $0.pick("FIRST", "LAST")), $0.value("VALUE", $0.textValue()),
          $0.value("FIND", $0.textLiteral()))
      },
      { $0.block("text_count", $0.value("SUB", $0.textLiteral()), $0.value("TEXT", $0.textValue())) },
      {
        $0.block(
          "math_constrain", $0.value("VALUE", $0.numberValue()), $0.value("LOW", $0.numberLiteral()),
          $0.value("HIGH", $0.numberLiteral()))
      },
      { $0.item(of: $0.numbers()) },
    ])
  }

  private mutating func onList() -> String {
    let operation = pick("SUM", "MIN", "MAX", "AVERAGE", "MEDIAN", "STD_DEV")
    return block("math_on_list", mutation: "op=\"\(operation)\"", field("OP", operation), value("LIST", numbers()))
  }

  private mutating func item(of list: String) -> String {
    let place = pick("FIRST", "LAST", "FROM_START", "FROM_END")
    let hasIndex = place.hasPrefix("FROM")
    return block(
      "lists_getIndex", mutation: "statement=\"false\" at=\"\(hasIndex)\"", field("MODE", "GET"), field("WHERE", place),
      value("VALUE", list), hasIndex ? value("AT", index()) : "")
  }

  /// An index that most lists and texts have, as a constant or not.
  private mutating func index() -> String {
    number(0...2) > 0
      ? block("math_number", field("NUM", "\(number(1...2))"))
      : block(
        "math_arithmetic", field("OP", "ADD"), value("A", count()), value("B", block("math_number", field("NUM", "0"))))
  }

  private mutating func truth() -> String {
    choose([
      { $0.block("text_isEmpty", $0.value("VALUE", $0.textValue())) },
      {
        let property = $0.pick("EVEN", "ODD", "PRIME", "WHOLE", "POSITIVE", "NEGATIVE", "DIVISIBLE_BY")
        return $0.block(
          "math_number_property", mutation: "divisor_input=\"\(property == "DIVISIBLE_BY")\"",
          $0.field("PROPERTY", property), $0.value("NUMBER_TO_CHECK", $0.numberValue()),
          property == "DIVISIBLE_BY" ? $0.value("DIVISOR", $0.numberLiteral()) : "")
      },
      { $0.block("lists_isEmpty", $0.value("VALUE", $0.numbers())) },
      { $0.block("logic_negate", $0.value("BOOL", $0.truth())) },
    ])
  }

  // MARK: - Texts

  private mutating func textLiteral() -> String {
    block(
      "text", field("TEXT", pick("a", "ab", " two words ", "banana", "one, two, three", "Hello World", "x y  z", "na")))
  }

  private mutating func textValue() -> String {
    choose([
      { $0.textLiteral() },
      { maker in maker.items("text_join", (0..<maker.number(0...3)).map { _ in maker.textValue() }) },
      {
        $0.block(
          "text_changeCase", $0.field("CASE", $0.pick("UPPERCASE", "LOWERCASE", "TITLECASE")),
          $0.value("TEXT", $0.textValue()))
      },
      { $0.block("text_trim", $0.field("MODE", $0.pick("BOTH", "LEFT", "RIGHT")), $0.value("TEXT", $0.textValue())) },
      { $0.block("text_reverse", $0.value("TEXT", $0.textValue())) },
      {
        $0.block(
          "text_replace", $0.value("FROM", $0.textLiteral()), $0.value("TO", $0.textLiteral()),
          $0.value("TEXT", $0.textValue()))
      },
      {
        let place = $0.pick("FIRST", "LAST", "FROM_START", "FROM_END")
        let hasIndex = place.hasPrefix("FROM")
        return $0.block(
          "text_charAt", mutation: "at=\"\(hasIndex)\"", $0.field("WHERE", place), $0.value("VALUE", $0.textValue()),
          hasIndex ? $0.value("AT", $0.index()) : "")
      },
      { $0.part("text_getSubstring", "STRING", of: $0.textValue()) },
      // In an input for texts, Blockly's JSON can't load it.
      { maker in maker.items("text_join", [maker.joined()]) },
    ])
  }

  private mutating func joined() -> String {
    block(
      "lists_split", mutation: "mode=\"JOIN\"", field("MODE", "JOIN"), value("INPUT", texts()),
      value("DELIM", textLiteral()))
  }

  /// A part of a list or text.
  private mutating func part(_ type: String, _ input: String, of whole: String) -> String {
    let (from, to) = (pick("FROM_START", "FROM_END", "FIRST"), pick("FROM_START", "FROM_END", "LAST"))
    return block(
      type, mutation: "at1=\"\(from != "FIRST")\" at2=\"\(to != "LAST")\"", field("WHERE1", from), field("WHERE2", to),
      value(input, whole), from == "FIRST" ? "" : value("AT1", index()), to == "LAST" ? "" : value("AT2", index()))
  }

  // MARK: - Lists

  private mutating func numbers() -> String {
    choose([
      { maker in maker.items("lists_create_with", (0..<maker.number(2...5)).map { _ in maker.numberLiteral() }) },
      {
        $0.block(
          "math_on_list", mutation: "op=\"MODE\"", $0.field("OP", "MODE"), $0.value("LIST", $0.numbers()))
      },
      { $0.sorted("NUMERIC", $0.numbers()) },
      { $0.part("lists_getSublist", "LIST", of: $0.numbers()) },
      { $0.block("lists_reverse", $0.value("LIST", $0.numbers())) },
      {
        $0.block(
          "lists_repeat", $0.value("ITEM", $0.numberValue()),
          $0.value("NUM", $0.block("math_number", $0.field("NUM", "3"))))
      },
    ])
  }

  private mutating func texts() -> String {
    choose([
      { maker in maker.items("lists_create_with", (0..<maker.number(2...4)).map { _ in maker.textLiteral() }) },
      { $0.sorted($0.pick("TEXT", "IGNORE_CASE"), $0.texts()) },
      { $0.part("lists_getSublist", "LIST", of: $0.texts()) },
      {
        $0.block(
          "lists_split", mutation: "mode=\"SPLIT\"", $0.field("MODE", "SPLIT"), $0.value("INPUT", $0.textValue()),
          $0.value("DELIM", $0.block("text", $0.field("TEXT", $0.pick(",", " ", "a")))))
      },
      { $0.block("lists_reverse", $0.value("LIST", $0.texts())) },
    ])
  }

  private mutating func sorted(_ type: String, _ list: String) -> String {
    block("lists_sort", field("TYPE", type), field("DIRECTION", pick("1", "-1")), value("LIST", list))
  }
}
