import SeededTesting

/// Random programs with what refactorings look for: ifs in ifs, conditions that can be said more simply, equal and evenly
/// stepped statements, loops of all kinds, variables that are set once, functions with and without results. They have
/// numbers (x, y, n, i, j), truth values (b, c), lists (L, M) and functions (f, g, h, r), some of whose inputs have the
/// names of variables, and which change variables.
struct RefactoringProgram {
  private var random: SeededGenerator
  private var lines: [String] = []
  private var budget = 40
  private var function: String?
  private var loops = 0
  private var fresh = 0

  static func text(seed: UInt64) -> String {
    var program = RefactoringProgram(random: SeededGenerator(seed: seed))
    program.write()
    return program.lines.joined(separator: "\n") + "\n"
  }

  private init(random: SeededGenerator) { self.random = random }

  private mutating func write() {
    lines += [
      "set x to 1", "set y to 2", "set n to 3", "set i to 0", "set j to 0", "set b to true", "set c to false",
      "set L to [x, 2, 3]", "set M to [4, y]",
    ]
    for _ in 0..<8 { statement("") }
    lines += ["print x", "print y", "print (i + j)", "print n", "print b", "print length of L ::lists_length"]
    lines += ["", "to f with: x, a"]
    function = "f"
    for _ in 0..<2 { statement("  ") }
    lines += ["return \(number(1))", "", "to g"]
    function = "g"
    for _ in 0..<3 { statement("  ") }
    lines += ["", "to h with: n"]
    function = "h"
    for _ in 0..<3 { statement("  ") }
    lines += ["", "to r with: k", "  if (k < 1) return 1", "  change y by 1"]
    function = "r"
    statement("  ")
    lines.append("return ((r with: k (k - 1)) \(pick("+", "-")) \(number(1)))")
    lines += ["", "to q with: z", "return \(pick("(z + y)", "(z × 2)", "(length of L ::lists_length)"))"]
  }

  private mutating func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func literal() -> String { pick("0", "1", "2", "3", "4", "5") }

  private mutating func body(_ indent: String, _ count: Int = 2) {
    for _ in 0..<Int.random(in: 1...count, using: &random) { statement(indent + "  ") }
  }

  private mutating func variable() -> String {
    switch function {
    case "f": pick("x", "y", "a", "a", "n")
    case "h": pick("n", "n", "x", "y")
    case "r": pick("k", "y", "x")
    default: pick("x", "y", "n", "i", "j")
    }
  }

  /// What may be set: not the depth of recursion.
  private mutating func target() -> String {
    function == "f" ? pick("x", "y", "a") : function == "h" ? pick("n", "y") : pick("x", "y")
  }

  private mutating func statement(_ indent: String) {
    budget -= 1
    let isDeep = indent.count > 6 || budget < 0
    func line(_ text: String) -> String { indent + text }
    switch Int.random(in: isDeep ? 0..<9 : 0..<22, using: &random) {
    case 0: lines.append(line("set \(target()) to \(number(2))"))
    case 1: lines.append(line("change \(target()) by \(number(1))"))
    case 2, 3: lines.append(line("print \(number(2))"))
    case 4: lines.append(line("set \(pick("b", "c")) to \(condition(1))"))
    case 5: lines.append(line("in list \(pick("L", "M")) \(pick("set", "insert at")) # 1 as \(number(1))"))
    case 6 where function == nil: lines.append(line(pick("g()", "h with: n \(number(1))")))
    case 7 where loops > 0:
      lines.append(line("if \(condition(1))"))
      lines.append(line("  \(pick("break out", "continue with next iteration")) of loop"))
    case 8 where function == "f": lines.append(line("if \(condition(0)) return \(number(0))"))
    case 9, 10: ifs(indent)
    case 11: settings(indent)
    case 12: equals(indent)
    case 13: steps(indent)
    case 14: single(indent)
    case 15: repeated(indent)
    case 16, 17, 18: loop(indent)
    case 19: counting(indent)
    case 20 where function == nil:
      // Before or after calls that are alike.
      let (call, print) = (pick("g()", "h with: n 2", "h with: n x"), "print \(pick("y", "x", "(x + 1)", "\"end\""))")
      for text in chance(2) ? [print, call] : [call, print] { lines.append(line(text)) }
    default: lines.append(line("print \(condition(1))"))
    }
  }

  /// Ifs in ifs, alone or not.
  private mutating func ifs(_ indent: String) {
    lines.append(indent + "if \(condition(1))")
    if chance(2) {
      lines.append(indent + "  if \(condition(1))")
      body(indent + "  ", 1)
      if chance(4) { statement(indent + "  ") }
    } else {
      body(indent)
    }
    if chance(3) {
      lines.append(indent + "else if \(condition(1))")
      body(indent, 1)
    }
    guard chance(2) else { return }
    lines.append(indent + "else")
    if chance(2) {
      lines.append(indent + "  if \(condition(1))")
      body(indent + "  ", 1)
      if chance(2) {
        lines.append(indent + "  else")
        body(indent + "  ", 1)
      }
    } else {
      body(indent)
    }
  }

  /// An if that sets a truth value, or one of two numbers.
  private mutating func settings(_ indent: String) {
    let truth = chance(2)
    let name = truth ? pick("b", "c") : target()
    lines.append(indent + "if \(condition(1))")
    lines.append(indent + "  set \(name) to \(truth ? pick("true", "false") : number(1))")
    lines.append(indent + "else")
    lines.append(indent + "  set \(name) to \(truth ? pick("true", "false") : number(1))")
  }

  /// The same statements again.
  private mutating func equals(_ indent: String) {
    let text = pick("change x by 1", "change y by x", "print x", "print (x + y)", "print (f with: x y, a x)")
    for _ in 0..<Int.random(in: 2...4, using: &random) { lines.append(indent + text) }
    if chance(2) {
      for _ in 0..<2 {
        lines.append(indent + "print (\(variable()) + 10)")
        lines.append(indent + "change y by (x + 2)")
      }
    }
  }

  /// Statements that differ by a number.
  private mutating func steps(_ indent: String) {
    let start = Int.random(in: -2...5, using: &random)
    let step = [1, 2, -1].randomElement(using: &random) ?? 1
    let form = pick("print", "change x by", "set y to")
    for index in 0..<Int.random(in: 2...4, using: &random) {
      let value = start + step * index
      lines.append(indent + (form == "print" ? "print (x + \(value))" : "\(form) \(value)"))
    }
  }

  /// A variable that is set once and read a few times.
  private mutating func single(_ indent: String) {
    guard function == nil else { return lines.append(indent + "print \(variable())") }
    fresh += 1
    lines.append(indent + "set v\(fresh) to \(chance(4) ? number(0) : number(2))")
    if chance(3) { lines.append(indent + "set \(target()) to \(number(1))") }
    lines.append(indent + "print (v\(fresh) + \(number(1)))")
    if chance(2) { lines.append(indent + "set \(target()) to v\(fresh)") }
    if chance(3) {
      lines.append(indent + "repeat 2 times")
      lines.append(indent + "  print v\(fresh)")
      if chance(3) { lines.append(indent + "  change x by 1") }
    }
  }

  /// A value that is used several times.
  private mutating func repeated(_ indent: String) {
    let value = number(2)
    lines.append(indent + "print \(value)")
    if chance(3) { lines.append(indent + "set \(target()) to \(number(1))") }
    lines.append(indent + "set \(target()) to (\(value) + \(number(0)))")
    if chance(2) { lines.append(indent + "print (\(value) + \(value))") }
  }

  private mutating func loop(_ indent: String) {
    fresh += 1
    let heads = [
      "repeat \(literal()) times", "repeat \(pick("x", "y", "1.5", "(q with: z 1)")) times",
      "count with \(pick("i", "j")) from \(literal()) to \(literal()) by \(pick("1", "1", "2"))",
      "count with w\(fresh) from \(literal()) to \(literal()) by \(pick("1", "2"))",
      "count with \(pick("i", "j")) from 1 to \(number(1)) by 1",
      "for each item \(pick("i", "j")) in list \(pick("M", "[x, \(number(0))]"))",
    ]
    lines.append(indent + (heads.randomElement(using: &random) ?? heads[0]))
    let isCount = lines.last?.contains(" w\(fresh)") == true
    loops += 1
    if isCount, chance(2) { lines.append(indent + "  print (w\(fresh) + \(number(0)))") }
    body(indent)
    loops -= 1
  }

  /// A loop that counts by itself.
  private mutating func counting(_ indent: String) {
    fresh += 1
    let name = "u\(fresh)"
    lines.append(indent + "set \(name) to \(literal())")
    let head =
      chance(4) ? "repeat until (\(name) > \(literal()))" : "repeat while (\(name) ≤ \(literal()))"
    lines.append(indent + head)
    lines.append(indent + "  print \(chance(2) ? name : number(1))")
    if chance(3) {
      lines.append(indent + "  if \(condition(0))")
      lines.append(indent + "    break out of loop")
    }
    if chance(3) { statement(indent + "  ") }
    lines.append(indent + "  change \(name) by \(pick("1", "1", "2"))")
    if chance(4) { lines.append(indent + "print \(name)") }
  }

  private mutating func number(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 12), using: &random) {
    case 0, 1: return literal()
    case 2, 3: return variable()
    case 4, 5: return "(\(number(depth - 1)) \(pick("+", "-", "×")) \(number(depth - 1)))"
    case 6: return "(in list \(pick("L", "M")) get # 1)"
    case 7: return "(length of \(pick("L", "M")) ::lists_length)"
    case 8 where function != "f": return "(f with: x \(number(depth - 1)), a \(number(depth - 1)))"
    case 9: return "(q with: z \(number(depth - 1)))"
    case 10 where function == nil: return "(r with: k \(pick("1", "2")))"
    default: return "(test \(condition(depth - 1)) if true \(number(depth - 1)) if false \(number(depth - 1)))"
    }
  }

  private mutating func condition(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth == 0 ? 3 : 10), using: &random) {
    case 0...2: return "(\(number(0)) \(pick("<", "=", "≤", "≠")) \(number(0)))"
    case 3: return "(\(condition(depth - 1)) \(pick("and", "or")) \(condition(depth - 1)))"
    case 4: return "(not \(condition(depth - 1)))"
    case 5: return pick("b", "c")
    case 6: return "(\(pick("b", "c", condition(0))) \(pick("=", "≠")) \(pick("true", "false")))"
    case 7: return "(\(condition(0)) \(pick("and true", "or false")))"
    case 8: return "(test \(condition(0)) if true true if false false)"
    default: return "(\(number(depth)) \(pick("<", "≥", "=")) \(number(depth)))"
    }
  }
}
