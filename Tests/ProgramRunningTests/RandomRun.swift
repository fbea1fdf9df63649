import SeededTesting

/// Random programs with texts, numbers, lists in lists and functions. Some fail. How they are made sees to it that they
/// end soon: rounds are few, no list grows while a loop goes through it, and what loops and functions add to texts and
/// numbers doesn't depend on these.
struct RandomRun {
  private var random: SeededGenerator
  private var lines: [String] = []
  private var budget = 30
  /// Whether a loop around goes through a list, which must not grow.
  private var isListed = false
  private var parameters: [String] = []
  /// The variables that the loops around count with, which nothing in them may change: in JavaScript, they would not end.
  private var counters: [String] = []
  /// How often the loops around repeat a statement, if a list has ten items.
  private var rounds = 1
  /// How often texts may still be added to each other.
  private var doublings = 4
  /// Whether the function makes lists longer, so that no loop through a list may call it.
  private let functionInserts: Bool

  private static let mostRounds = 40
  private static let mostRoundsOfCall = 10

  private init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    functionInserts = Bool.random(using: &random)
  }

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

  private var isInFunction: Bool { !parameters.isEmpty }

  /// Those of the function are its own, as a loop may call it; one of them has the name of a parameter.
  private var freeCounters: [String] {
    (isInFunction ? ["k", "l", "q"] : ["i", "j"]).filter { !counters.contains($0) }
  }

  /// The parameter that may be changed, unless a loop counts with it. The other one limits the depth of calls.
  private func parameter(or other: String) -> String { isInFunction && !counters.contains("q") ? "q" : other }

  /// Writes a loop, if there aren't too many rounds.
  private mutating func loop(_ line: String, _ depth: Int, count: Int, counter: String? = nil, isListed: Bool = false) {
    let around = (rounds, self.isListed, counters)
    defer { (rounds, self.isListed, counters) = around }
    rounds *= count
    if rounds > (isInFunction ? Self.mostRoundsOfCall : Self.mostRounds) {
      return lines.append(line.prefix { $0 == " " } + "change n by 1")
    }
    lines.append(line)
    self.isListed = self.isListed || isListed
    if let counter { counters.append(counter) }
    body(depth)
  }

  private mutating func statement(_ depth: Int) {
    budget -= 1
    let indent = String(repeating: "  ", count: depth)
    func add(_ line: String) { lines.append(indent + line) }
    switch Int.random(in: budget > 0 && depth < 4 ? 0...17 : 4...17, using: &random) {
    case 0:
      guard let counter = freeCounters.randomElement(using: &random) else { fallthrough }
      let by = pick("1", "0.5")
      let line = "count with \(counter) from 1 to \(pick("2", "3", "1.5")) by \(by)"
      loop(indent + line, depth, count: by == "1" ? 3 : 5, counter: counter)
    case 1:
      let variable = (freeCounters + ["x"]).randomElement(using: &random) ?? "x"
      loop(indent + "for each item \(variable) in list \(list())", depth, count: 10, isListed: true)
    case 2: loop(indent + "repeat 2 times", depth, count: 2)
    case 3:
      add("if \(number()) \(pick("<", ">", "=")) \(number())")
      body(depth)
    case 4: add("set \(pick("n", "m")) to \(number())")
    case 5: add("change \(pick("n", "m")) by \(number())")
    case 6:
      let variable = pick("t", "u")
      add("set \(variable) to \(text(for: variable))")
    case 7, 8:
      let variable = pick("t", "u", "t", parameter(or: "u"))
      add("to \(variable) append text \(chance(3) ? number() : text(for: variable))")
    case 9: add("set \(pick("a", "b", "c")) to \(list())")
    case 10: add("set \(pick("x", "y", parameter(or: "x"))) to \(any())")
    case 11: add("print \(chance(2) ? number() : text())")
    case 12 where !isInFunction && rounds <= Self.mostRoundsOfCall && !(isListed && functionInserts):
      add("set \(pick("x", "m", "t")) to f with: p \(pick("0", "1", "2")), q \(any())")
    case 13: add("in list \(variable()) remove \(pick("last", "random", "# 1", "# from end 1"))")
    case 14 where rounds == 1 && (functionInserts || !isInFunction):
      add("in list \(variable()) insert at \(pick("first", "last", "# 2", "# from end 1", "random")) as \(any())")
    default: add("in list \(variable()) set \(pick("first", "last", "# 1", "# 2", "random")) as \(any())")
    }
  }

  private mutating func variable() -> String { pick("a", "b", "c") }

  private mutating func number() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: pick("n", "m")
    case 2: "(\(pick("n", "m", "2")) \(pick("+ n", "+ m", "+ 3", "- n", "- m", "- 3", "× 2", "× 3", "× -1")))"
    case 3: "(length of \(variable()) ::lists_length)"
    case 4: "(length of \(pick("t", "u")))"
    case 5: pick("1000000", "70000", "-70000", "3000000000", "1e300", "-0.5", "∞")
    default: pick("0", "1", "2", "300", "2.5", "-1")
    }
  }

  /// A text that a variable gets, or something else.
  private mutating func text(for target: String? = nil) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      guard let text = textVariable(for: target) else { return "\"x\"" }
      return chance(3) ? "(create text with \(text), \(number()))" : text
    case 3:
      let count = Int.random(in: rounds > 5 || isInFunction ? 30...60 : 30...300, using: &random)
      return "\"" + String(repeating: pick("long ", "é", "😀", "\\\\"), count: count) + "\""
    default: return pick("\"x\"", "\"é😀\"", "\"\"", "\"a b c\"")
    }
  }

  /// What is added to a text again and again must not grow by that.
  private mutating func textVariable(for target: String?) -> String? {
    guard let target else { return pick("t", "u") }
    if rounds == 1, !isInFunction, doublings > 0 {
      doublings -= 1
      return pick("t", "u")
    }
    return target == "u" ? nil : "u"
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
