import SeededTesting

/// Random programs that end, with texts, numbers, lists in lists and functions. Some fail.
struct RandomRun {
  private var random: SeededGenerator
  private var lines: [String] = []
  private var budget = 30
  /// The list that a loop goes through must not grow.
  private var isListed = false
  private var parameters: [String] = []
  /// The variables of the loops around, which nothing in them may change: in JavaScript, they would not end.
  private var counters: [String] = []

  private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A program in the notation, for a language.
  static func text(seed: UInt64, _ language: String) -> String {
    var maker = RandomRun(seed: seed)
    let start =
      switch language {
      case "python": "import random; random.seed(\(seed))"
      case "javascript": "var r = \(seed); Math.random = () => (r = r * 16807 % 2147483647) / 2147483647"
      default: "math.randomseed(\(seed))"
      }
    maker.lines = [
      "::\(language)(CODE = \"\(start)\")", "set n to 2", "set m to 3.5", "set t to \"text\"", "set u to \"\"",
      "set a to create list with 1, 2, 3, 4, 5", "set b to create list with a, \"b\", a, 6", "set c to b",
    ]
    for _ in 0..<12 { maker.statement(0) }
    maker.lines += ["", "to f with: p, q"]
    maker.parameters = ["p", "q"]
    for _ in 0..<3 { maker.statement(1) }
    maker.lines += ["  if p > 0", "    set m to f with: p (p - 1), q q"]
    maker.statement(1)
    maker.lines.append("return " + maker.any())
    return maker.lines.joined(separator: "\n") + "\n"
  }

  private mutating func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func body(_ depth: Int) {
    repeat { statement(depth + 1) } while budget > 0 && chance(2)
  }

  /// Those of the function are its own, as a loop may call it.
  private var freeCounters: [String] {
    (parameters.isEmpty ? ["i", "j"] : ["k", "l"]).filter { !counters.contains($0) }
  }

  private mutating func loop(over counter: String, _ depth: Int) {
    let wasListed = isListed
    isListed = true
    counters.append(counter)
    body(depth)
    counters.removeLast()
    isListed = wasListed
  }

  private mutating func statement(_ depth: Int) {
    budget -= 1
    let indent = String(repeating: "  ", count: depth)
    func add(_ line: String) { lines.append(indent + line) }
    switch Int.random(in: budget > 0 && depth < 4 ? 0...17 : 4...17, using: &random) {
    case 0:
      guard let counter = freeCounters.randomElement(using: &random) else { fallthrough }
      add("count with \(counter) from 1 to \(pick("2", "3", "1.5")) by \(pick("1", "0.5"))")
      loop(over: counter, depth)
    case 1:
      let variable = (freeCounters + ["x"]).randomElement(using: &random) ?? "x"
      add("for each item \(variable) in list \(list())")
      loop(over: variable, depth)
    case 2:
      add("repeat 2 times")
      body(depth)
    case 3:
      add("if \(number()) \(pick("<", ">", "=")) \(number())")
      body(depth)
    case 4: add("set \(pick("n", "m")) to \(number())")
    case 5: add("change \(pick("n", "m")) by \(number())")
    case 6: add("set \(pick("t", "u")) to \(text())")
    case 7, 8: add("to \(pick("t", "u", "t", parameters.last ?? "u")) append text \(chance(3) ? number() : text())")
    case 9: add("set \(pick("a", "b", "c")) to \(list())")
    case 10: add("set \(pick("x", "y", parameters.last ?? "x")) to \(any())")
    case 11: add("print \(chance(2) ? number() : text())")
    case 12 where parameters.isEmpty: add("set \(pick("x", "m", "t")) to f with: p \(pick("0", "1", "2")), q \(any())")
    case 13: add("in list \(variable()) remove \(pick("last", "random", "# 1", "# from end 1"))")
    case 14 where !isListed:
      add("in list \(variable()) insert at \(pick("first", "last", "# 2", "# from end 1", "random")) as \(any())")
    default: add("in list \(variable()) set \(pick("first", "last", "# 1", "# 2", "random")) as \(any())")
    }
  }

  private mutating func variable() -> String { pick("a", "b", "c") }

  private mutating func number() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: pick("n", "m")
    case 2: "(\(pick("n", "m", "2")) \(pick("+", "-", "×")) \(pick("n", "m", "3")))"
    case 3: "(length of \(variable()) ::lists_length)"
    case 4: "(length of \(pick("t", "u")))"
    case 5: pick("1000000", "70000", "-70000", "3000000000", "1e300", "-0.5", "∞")
    default: pick("0", "1", "2", "300", "2.5", "-1")
    }
  }

  private mutating func text() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: pick("t", "u")
    case 2: "(create text with \(pick("t", "u")), \(number()))"
    case 3:
      "\"" + String(repeating: pick("long ", "é", "😀", "\\\\"), count: Int.random(in: 30...300, using: &random)) + "\""
    default: pick("\"x\"", "\"é😀\"", "\"\"", "\"a b c\"")
    }
  }

  private mutating func list() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: "(create list with \(number()), \(text()))"
    case 1: "(create list with \(variable()), \(variable()), \(number()))"
    case 2: "(reverse \(variable()) ::lists_reverse)"
    case 3: "(in list \(variable()) get sub-list from # 1 to # 2)"
    case 4: "(create list with item \(variable()) repeated 3 times)"
    default: variable()
    }
  }

  private mutating func any() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: number()
    case 2, 3: text()
    case 4: list()
    case 5: pick("true", "null", "false")
    case 6:
      "(in list \(variable()) \(pick("get", "get and remove")) \(pick("first", "last", "random", "# 2", "# from end 1")))"
    default: parameters.randomElement(using: &random) ?? "x"
    }
  }
}
