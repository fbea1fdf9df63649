import SeededTesting

/// Makes random programs that change variables and lists in all ways that blocks know, and print what happens. They end:
/// functions call no others and count with variables of their own, loops are short and few are in each other, and nothing
/// in a loop through a list makes it longer.
struct ChangingProgram {
  private var random: SeededGenerator
  private var depth = 0
  private var isInFunction = false
  /// How many loops are around a statement.
  private var loops = 0
  /// The list that a loop goes through, which must not grow meanwhile.
  private var isListed = false
  /// The variables that the loops around a statement count with, and whether they count up.
  private var counters: [(name: String, isUp: Bool)] = []
  /// How many more statements there may be, apart from those that a body needs.
  private var budget = 0

  private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A program as XML.
  static func xml(seed: UInt64) -> String {
    var maker = ChangingProgram(seed: seed)
    maker.budget = 25
    let start = [
      maker.set("n", maker.number("2")), maker.set("m", maker.number("3")), maker.set("l", maker.number("3")),
      maker.set("t", maker.text("t")),
      maker.set("a", maker.list(["1", "2", "3", "1", "2", "3"])),
      maker.set("b", maker.list(["4", "5", "6", "7", "8"])),
      maker.set("c", maker.items([maker.get("a"), maker.get("b"), maker.get("a")])),
    ]
    var main = start
    for _ in 0..<9 { main.append(maker.statement()) }
    main += ["n", "m", "t"].map { maker.print(maker.get($0)) } + ["a", "b"].map { maker.printItems(of: $0) }
    maker.isInFunction = true
    maker.budget = 12
    var functions: [String] = []
    for (name, parameters) in [("f", ["p"]), ("h", ["p", "n"])] {
      var body = [maker.print(maker.text(name)), maker.print(maker.get("p"))]
      for _ in 0..<3 { body.append(maker.statement(function: name)) }
      let result = name == "f" ? maker.value("RETURN", maker.numberValue()) : ""
      functions.append(maker.function(name, parameters, body, result))
    }
    let list = maker.value("RETURN", maker.get(maker.pick("a", "b")))
    functions.append(maker.function("g", [], [maker.print(maker.text("g")), maker.statement()], list))
    return "<xml>" + maker.stack(main) + functions.joined() + "</xml>"
  }

  // MARK: - Choosing

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }

  // MARK: - XML

  private func block(_ type: String, mutation: String = "", _ content: String...) -> String {
    "<block type=\"\(type)\">\(mutation)\(content.joined())</block>"
  }
  private func field(_ name: String, _ value: String) -> String { "<field name=\"\(name)\">\(value)</field>" }
  private func value(_ name: String, _ block: String) -> String { "<value name=\"\(name)\">\(block)</value>" }
  private func body(_ name: String, _ stack: String) -> String { "<statement name=\"\(name)\">\(stack)</statement>" }
  private func number(_ text: String) -> String { block("math_number", field("NUM", text)) }
  private func text(_ text: String) -> String { block("text", field("TEXT", text)) }
  private func get(_ name: String) -> String { block("variables_get", field("VAR", name)) }
  private func set(_ name: String, _ value: String) -> String {
    block("variables_set", field("VAR", name), self.value("VALUE", value))
  }
  private func print(_ value: String) -> String { block("text_print", self.value("TEXT", value)) }
  private func list(_ numbers: [String]) -> String { items(numbers.map(number)) }
  private func items(_ blocks: [String]) -> String {
    let values = blocks.enumerated().map { value("ADD\($0)", $1) }
    return block("lists_create_with", mutation: "<mutation items=\"\(blocks.count)\"></mutation>", values.joined())
  }
  private func printItems(of list: String) -> String {
    block("controls_forEach", field("VAR", "k"), value("LIST", get(list)), body("DO", print(get("k"))))
  }
  private func stack(_ statements: [String]) -> String {
    statements.dropLast().reversed().reduce(statements.last ?? "") { below, statement in
      statement.dropLast("</block>".count) + "<next>\(below)</next></block>"
    }
  }
  private func function(_ name: String, _ parameters: [String], _ body: [String], _ result: String) -> String {
    let arguments = parameters.map { "<arg name=\"\($0)\"></arg>" }.joined()
    let type = result.isEmpty ? "procedures_defnoreturn" : "procedures_defreturn"
    return block(
      type, mutation: "<mutation>\(arguments)</mutation>", field("NAME", name), self.body("STACK", stack(body)), result)
  }
  private func call(_ name: String, _ arguments: [(String, String)], isValue: Bool) -> String {
    let names = arguments.map { "<arg name=\"\($0.0)\"></arg>" }.joined()
    return block(
      isValue ? "procedures_callreturn" : "procedures_callnoreturn",
      mutation: "<mutation name=\"\(name)\">\(names)</mutation>",
      arguments.enumerated().map { value("ARG\($0)", $1.1) }.joined())
  }

  // MARK: - Statements

  private mutating func body(isLoop: Bool = false, function: String?) -> String {
    let around = loops
    if isLoop { loops += 1 }
    defer { loops = around }
    var statements = [statement(function: function)]
    while !chance(3) { statements.append(statement(function: function)) }
    return body("DO", stack(statements))
  }

  private func isCounter(_ name: String) -> Bool { counters.contains { $0.name == name } }

  /// The parameter of a function, unless a loop counts with it.
  private func parameter(_ function: String?) -> String? { function == nil || isCounter("p") ? nil : "p" }

  private mutating func statement(function: String? = nil) -> String {
    budget -= 1
    let first = budget <= 0 ? 4 : loops < (isInFunction ? 2 : 3) ? 0 : 3
    switch Int.random(in: first...15, using: &random) {
    case 0:
      let name = function != nil ? pick("u", "p") : isInFunction ? "u" : pick("i", "j")
      if isCounter(name) { return print(get(name)) }
      let isUp = !chance(3)
      let from = isUp ? number(pick("0", "1", "-1")) : chance(2) ? number("3.5") : count()
      counters.append((name, isUp))
      defer { counters.removeLast() }
      let to = isUp && chance(2) ? get("l") : number(isUp ? "3" : "1")
      let by =
        chance(4) ? block("math_single", field("OP", "NEG"), value("NUM", number("1"))) : number(pick("1", "0.5"))
      return block(
        "controls_for", field("VAR", name), value("FROM", from), value("TO", to), value("BY", by),
        body(isLoop: true, function: function))
    case 1:
      let wasListed = isListed
      isListed = true
      defer { isListed = wasListed }
      let name = pick("k", "m", function != nil ? "p" : isInFunction ? "k" : "i")
      return block(
        "controls_forEach", field("VAR", isCounter(name) ? "k" : name), value("LIST", listValue()),
        body(isLoop: true, function: function))
    case 2:
      return block("controls_repeat_ext", value("TIMES", number("2")), body(isLoop: true, function: function))
    case 3:
      let body = body(function: function).replacing("name=\"DO\"", with: "name=\"DO0\"", maxReplacements: 1)
      return block("controls_if", value("IF0", condition()), body)
    case 4 where loops > 0:
      let way = block("controls_flow_statements", field("FLOW", pick("BREAK", "CONTINUE")))
      return block("controls_if", value("IF0", condition()), body("DO0", way))
    case 4, 5:
      guard let function else { return print(numberValue()) }
      return block(
        "procedures_ifreturn", mutation: "<mutation value=\"\(function == "f" ? 1 : 0)\"></mutation>",
        value("CONDITION", condition()), function == "f" ? value("VALUE", numberValue()) : "")
    case 6: return set(pick("n", "m", parameter(function) ?? "n"), numberValue())
    case 7:
      if let counter = counters.last(where: \.isUp), chance(2) {
        return block("math_change", field("VAR", counter.name), value("DELTA", number("1")))
      }
      return block("math_change", field("VAR", "n"), value("DELTA", chance(3) ? numberValue() : number("1")))
    case 8, 9:
      let added = chance(2) ? text("x") : numberValue()
      return block("text_append", field("VAR", pick("t", parameter(function) ?? "t")), value("TEXT", added))
    case 10: return set(pick("a", "b"), listValue())
    case 11: return change("REMOVE")
    case 12:
      return isInFunction ? print(numberValue()) : call("h", [("p", text("p")), ("n", numberValue())], isValue: false)
    default: return isListed || isInFunction || loops > 1 || chance(2) ? change("SET") : change("INSERT")
    }
  }

  /// A statement that changes a list. Where Blockly's code for Lua needs it, the list has a name.
  private mutating func change(_ mode: String) -> String {
    let place = pick("FIRST", "LAST", "FROM_START", "FROM_END", "RANDOM")
    let hasIndex = place.hasPrefix("FROM")
    // In Lua, an item may be set behind the last one.
    let canGrow = !isListed && !isInFunction || mode == "REMOVE"
    let index = hasIndex ? value("AT", canGrow ? self.index() : number(pick("1", "2", "3"))) : ""
    if mode == "REMOVE" {
      return block(
        "lists_getIndex", mutation: "<mutation statement=\"true\" at=\"\(hasIndex)\"></mutation>", field("MODE", mode),
        field("WHERE", place), value("VALUE", listValue()), index)
    }
    return block(
      "lists_setIndex", mutation: "<mutation at=\"\(hasIndex)\"></mutation>", field("MODE", mode),
      field("WHERE", place),
      value("LIST", mode == "SET" && (place == "FIRST" || place == "FROM_START") ? get(pick("a", "b")) : listValue()),
      index, value("TO", numberValue()))
  }

  // MARK: - Values

  private mutating func condition() -> String {
    block(
      "logic_compare", field("OP", pick("LT", "GT", "EQ")), value("A", numberValue()),
      value("B", number(pick("1", "2", "3"))))
  }

  /// A small number that is no constant. In Lua, Blockly forgets parentheses around some others.
  private mutating func count() -> String {
    chance(2) ? get("l") : block("lists_length", value("VALUE", listValue()))
  }

  private mutating func index() -> String { chance(6) ? count() : number(pick("1", "2", "3", "1")) }

  private mutating func numberValue(or other: String = "4") -> String {
    depth += 1
    defer { depth -= 1 }
    switch depth > 3 ? Int.random(in: 0...2, using: &random) : Int.random(in: 0...9, using: &random) {
    case 0: return number(pick("0", "1", "2", "5", "-1", other))
    case 1, 2: return get(pick("n", "m"))
    case 3: return block("lists_length", value("VALUE", listValue()))
    case 4: return isInFunction ? number(other) : call("f", [("p", numberValue())], isValue: true)
    case 5, 6: return item(of: listValue(), pick("GET", "GET", "GET_REMOVE"))
    case 7: return block("math_single", field("OP", "NEG"), value("NUM", numberValue()))
    case 8:
      return block(
        "logic_ternary", value("IF", condition()), value("THEN", numberValue()), value("ELSE", numberValue()))
    default:
      return block(
        "math_arithmetic", field("OP", pick("ADD", "MINUS")), value("A", numberValue()), value("B", numberValue()))
    }
  }

  private mutating func item(of list: String, _ mode: String) -> String {
    let place = pick("FIRST", "LAST", "FROM_START", "FROM_END", "RANDOM")
    let hasIndex = place.hasPrefix("FROM")
    return block(
      "lists_getIndex", mutation: "<mutation statement=\"false\" at=\"\(hasIndex)\"></mutation>", field("MODE", mode),
      field("WHERE", place), value("VALUE", list), hasIndex ? value("AT", index()) : "")
  }

  /// A list of numbers.
  private mutating func listValue() -> String {
    depth += 1
    defer { depth -= 1 }
    switch depth > 3 ? 0 : Int.random(in: 0...7, using: &random) {
    case 0...3: return get(pick("a", "b"))
    case 4: return isInFunction ? get("a") : call("g", [], isValue: true)
    case 5: return list(["7", "8", "9"])
    case 6: return block("lists_reverse", value("LIST", listValue()))
    default: return item(of: get("c"), "GET")
    }
  }
}
