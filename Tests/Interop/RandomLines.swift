import BlockModel
import SeededTesting

@testable import BlockNotation

/// Draws lines as a user may type them: from the wordings of the blocks, with variables, literals, operators, lists and
/// calls in their inputs.
struct RandomLines {
  var random: SeededGenerator
  private let statements: [String]
  private let values: [String]
  private static let mostNesting = 2

  /// - Parameter leavesOut: whether lines with these words are not drawn.
  init(seed: UInt64, library: NotationLibrary, leavesOut: (String) -> Bool) {
    random = SeededGenerator(seed: seed)
    let phrases = library.phrases.filter { !leavesOut($0.text) }
    statements = phrases.filter { !$0.isValue }.map(\.text)
    values = phrases.filter(\.isValue).map(\.text)
  }

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func any<Element>(of elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  // MARK: - Lines

  mutating func statement(in workspace: Workspace) -> String {
    switch number(8) {
    case 0: return branch(in: workspace)
    case 1: return "return" + (number(3) == 0 ? "" : " \(value(in: workspace))")
    case 2: return "\(name(in: workspace)) \(["=", "+="][number(2)]) \(value(in: workspace))"
    case 3: return number(3) == 0 ? "to \(Self.functions[number(3)]) with: \(name(in: workspace))" : call(in: workspace)
    default: return cut(filled(any(of: statements) ?? "print _", in: workspace, depth: 0))
    }
  }

  mutating func value(in workspace: Workspace) -> String { value(in: workspace, depth: 0) }

  mutating func branch(in workspace: Workspace) -> String {
    ["else", "else", "el", "else if \(value(in: workspace))", "elif \(value(in: workspace))"][number(5)]
  }

  mutating func items(in workspace: Workspace) -> String { "\(operand(in: workspace)), \(value(in: workspace))" }

  /// A block's text with a change that a user may make.
  mutating func edited(_ text: String, in workspace: Workspace) -> String {
    var words = text.split(separator: " ").map(String.init)
    let index = number(max(1, words.count))
    switch number(5) {
    case 0: return text + " " + Self.operators[number(Self.operators.count)] + " " + value(in: workspace)
    case 1 where words.count > 1: words.remove(at: index)
    case 2: return value(in: workspace)
    case 3: return statement(in: workspace)
    default: if !words.isEmpty { words[index] = operand(in: workspace) }
    }
    return words.joined(separator: " ")
  }

  // MARK: - Parts

  private static let operators = ["+", "-", "*", "/", "%", "^", "=", "!=", "<", "<=", ">", ">=", "and", "or"]
  private static let functions = ["greet", "f", "count"]
  private static let names = ["speed", "list of things", "é", "total", "length"]

  /// One with its end not typed yet, now and then.
  private mutating func cut(_ line: String) -> String {
    if number(4) > 0 { return line }
    let words = line.split(separator: " ")
    return words.prefix(1 + number(max(1, words.count))).joined(separator: " ")
  }

  private mutating func value(in workspace: Workspace, depth: Int) -> String {
    if depth > Self.mostNesting { return operand(in: workspace) }
    switch number(8) {
    case 0, 1:
      let sign = Self.operators[number(Self.operators.count)]
      return "\(operand(in: workspace)) \(sign) \(value(in: workspace, depth: depth + 1))"
    case 2: return "(\(value(in: workspace, depth: depth + 1)))"
    case 3, 4: return filled(any(of: values) ?? "_", in: workspace, depth: depth + 1)
    default: return operand(in: workspace)
    }
  }

  private mutating func operand(in workspace: Workspace) -> String {
    switch number(9) {
    case 0, 1: "\(number(200) - 40)"
    case 2: "0.5"
    case 3: ["\"\"", "\"a\"", "\"two words\"", "\"naïve ✓ <&>\""][number(4)]
    case 4: ["true", "false", "null"][number(3)]
    case 5: "[1, \(name(in: workspace))]"
    default: name(in: workspace)
    }
  }

  /// A variable of the program or, now and then, a new one.
  private mutating func name(in workspace: Workspace) -> String {
    // Blockly's parameters have no type.
    let known = workspace.variables.all.filter(\.type.isEmpty).map(\.name)
    let name = (number(4) == 0 ? nil : any(of: known)) ?? Self.names[number(Self.names.count)]
    return name.allSatisfy { $0.isLetter } && name != "length" ? name : "`\(name)`"
  }

  private mutating func call(in workspace: Workspace) -> String {
    "\(Self.functions[number(Self.functions.count)])(\(number(2) == 0 ? "" : operand(in: workspace)))"
  }

  private mutating func filled(_ phrase: String, in workspace: Workspace, depth: Int) -> String {
    let parts = phrase.split(separator: "_", omittingEmptySubsequences: false)
    var text = ""
    for (index, part) in parts.enumerated() {
      text += part
      if index == parts.count - 1 { break }
      // Some inputs stay empty.
      text += number(6) == 0 ? "_" : number(2) == 0 ? name(in: workspace) : value(in: workspace, depth: depth + 1)
    }
    return text
  }
}
