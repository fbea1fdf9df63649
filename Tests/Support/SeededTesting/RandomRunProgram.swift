/// Writes random programs in the notation, of the blocks that `OriginTracer` runs. They have variables of numbers (x, y,
/// i), of lists of numbers (L, M) and of lists of these (N), and functions.
public struct RandomRunProgram {
  private var random: SeededGenerator
  private var lines: [String] = []
  private var isInFunction = false
  private var loops = 0
  /// Whether all of its items and lists are said simply, so that a recording without values tells them.
  private let isSimple: Bool

  init(seed: Int, isSimple: Bool) {
    random = SeededGenerator(seed: UInt64(seed))
    self.isSimple = isSimple
  }

  public static func text(seed: Int, isSimple: Bool) -> String {
    var program = RandomRunProgram(seed: seed, isSimple: isSimple)
    program.write()
    return program.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write() {
    lines += [
      "set x to 1", "set y to 2", "set i to 0", "set b to 1", "set p to [i]", "set L to [x, 2, 3]", "set M to [4, y]",
      "set N to [L, M]",
    ]
    body(depth: 0, indent: "", count: 6)
    isInFunction = true
    lines += ["", "to f with: a, b"]
    body(depth: 1, indent: "  ", count: 3)
    lines += ["return \(number(2))", "", "to g with: p"]
    body(depth: 1, indent: "  ", count: 3)
    lines += ["", "to h with: x"]
    body(depth: 1, indent: "  ", count: 2)
    lines += ["return \(isSimple ? list(0) : list(2))"]
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: choices.indices, using: &random)] }

  private mutating func body(depth: Int, indent: String, count: Int) {
    for _ in 0..<Int.random(in: 1...count, using: &random) { statement(depth: depth, indent: indent) }
  }

  private mutating func variable() -> String { pick(["x", "y", "i"] + (isInFunction ? ["a", "b"] : [])) }

  private mutating func statement(depth: Int, indent: String) {
    func add(_ text: String) { lines.append(indent + text) }
    let isDeep = depth >= 3
    switch Int.random(in: 0..<(isDeep ? 10 : 17), using: &random) {
    case 0, 1: add("set \(variable()) to \(number(2))")
    case 2: add("change \(variable()) by \(number(1))")
    case 3: add("set \(pick(["L", "M"])) to \(list(1))")
    case 4: add("in list \(list(0)) \(pick(["set", "insert at"])) # \(index()) as \(number(1))")
    case 5: add(pick(["print \(number(2))", "in list N set # \(pick(["1", "2"])) as \(list(0))"]))
    case 6: add("g with: p \(list(1))")
    case 7 where isInFunction && depth < 3: add("if \(condition(1)) return \(number(1))")
    case 8 where loops > 0:
      add("if \(condition(1))\n\(indent)  \(pick(["break out", "continue with next iteration"])) of loop")
    case 9: add("set \(pick(["L", "M"])) to h with: x \(number(1))")
    case 10, 11:
      add("if \(condition(1))")
      body(depth: depth + 1, indent: indent + "  ", count: 2)
      if Bool.random(using: &random) {
        add("else if \(condition(1))")
        body(depth: depth + 1, indent: indent + "  ", count: 2)
      }
      if Bool.random(using: &random) {
        add("else")
        body(depth: depth + 1, indent: indent + "  ", count: 2)
      }
    case 12...16:
      let heads = [
        "repeat \(number(1)) times", "repeat \(pick(["while", "until"])) \(condition(1))",
        "count with \(variable()) from \(number(1)) to \(number(1)) by 1",
        "for each item \(variable()) in list \(list(isSimple ? 0 : 1))",
      ]
      add(pick(heads))
      loops += 1
      body(depth: depth + 1, indent: indent + "  ", count: 3)
      loops -= 1
    default: add("set \(variable()) to \(number(1))")
    }
  }

  private mutating func index() -> String { isSimple ? pick(["1", "2", "y"]) : pick(["1", "2", "(\(number(1)))"]) }

  private mutating func number(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 11), using: &random) {
    case 0, 1: return "\(Int.random(in: 0...4, using: &random))"
    case 2, 3: return variable()
    case 4, 5: return "(\(number(depth - 1)) \(pick(["+", "-"])) \(number(depth - 1)))"
    case 6: return "(in list \(list(0)) get # \(index()))"
    case 7: return "(in list \(list(0)) \(pick(["get last", "get first", "get and remove last"])))"
    case 8: return "(length of \(list(0)) ::lists_length)"
    case 9: return "(f with: a \(number(depth - 1)), b \(number(depth - 1)))"
    default: return "(test \(condition(depth - 1)) if true \(number(depth - 1)) if false \(number(depth - 1)))"
    }
  }

  private mutating func condition(_ depth: Int) -> String {
    if depth > 0, Int.random(in: 0..<4, using: &random) == 0 {
      return "(\(condition(depth - 1)) \(pick(["and", "or"])) \(condition(depth - 1)))"
    }
    return "(\(number(depth)) \(pick(["<", "="])) \(number(depth)))"
  }

  private mutating func list(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &random) {
    case 0...2: return isInFunction ? pick(["L", "M", "p"]) : pick(["L", "M"])
    case 3: return "(in list N get # \(pick(["1", "2"])))"
    default: return "[\(number(depth - 1)), \(number(depth - 1))]"
    }
  }
}
