import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import RunTesting
import SeededTesting
import Testing

@testable import ProgramRunning

/// Our own evaluation of values gives what the languages' interpreters do, kind by kind and bit by bit.
@Suite struct EvaluationTests {
  @Test(arguments: RunScene.languages) func blocksGiveWhatTheInterpreterDoes(_ language: String) throws {
    let rounds = Seeds.first(1)
    let values = rounds.flatMap { seed in
      RandomValue.ofAllBlocks(seed: seed).map { ("seed \(seed): \($0.name)", $0.xml) }
    }
    try compare(values, language, isZeroBased: false, knowsAtLeast: 0.75)
  }

  @Test(arguments: RunScene.languages) func nestedValuesDo(_ language: String) throws {
    let values = Seeds.first(120, from: 1000).map { ("seed \($0)", RandomValue.any(seed: $0)) }
    try compare(values, language, isZeroBased: true, knowsAtLeast: 0.6)
  }

  /// Code that is different for some operands.
  @Test(arguments: RunScene.languages) func specialOperandsDo(_ language: String) throws {
    let null = #"<block type="logic_null"></block>"#
    let deviation = #"<mutation op="STD_DEV"></mutation><field name="OP">STD_DEV</field>"#
    let text = #"<block type="text"><field name="TEXT">ab</field></block>"#
    var values = [
      ("no list", #"<block type="math_on_list">\#(deviation)<value name="LIST">\#(null)</value></block>"#)
    ]
    for empty in [
      #"<block type="text"><field name="TEXT"></field></block>"#,
      #"<block type="text_multiline"><field name="TEXT"></field></block>"#,
      #"<block type="text_join"><mutation items="0"></mutation></block>"#,
    ] {
      let inputs = #"<value name="INPUT">\#(text)</value><value name="DELIM">\#(empty)</value>"#
      values.append(("letters", #"<block type="lists_split"><field name="MODE">SPLIT</field>\#(inputs)</block>"#))
    }
    try compare(values, language, isZeroBased: false, knowsAtLeast: 1)
  }

  private func compare(
    _ values: [(name: String, xml: String)], _ language: String, isZeroBased: Bool, knowsAtLeast share: Double
  ) throws {
    let comparer = try ValueInterpreter(language, isZeroBased: isZeroBased)
    let (state, prologue) = (HeldState.sample(language), HeldState.prologue(language))
    var (codes, ours) = ([String](), [String]())
    for value in values {
      let workspace = try ProgramReader.read(Array("<xml>\(value.xml)</xml>".utf8), factory: comparer.factory).workspace
      codes.append(try comparer.code(of: workspace))
      // Blocks don't keep their workspace.
      try withExtendedLifetime(workspace) {
        ours.append(try Self.outcome(of: #require(workspace.topBlocks.first), language, isZeroBased, state))
      }
    }
    let theirs = try comparer.values(of: codes, prologue: prologue)
    for (index, value) in values.enumerated() where !ours[index].hasPrefix("unknown") {
      let isSame = ours[index] == theirs[index] || Self.areNearly(ours[index], theirs[index])
      #expect(isSame, "\(value.name): \(ours[index]), not \(theirs[index]): \(codes[index].suffix(200))")
    }
    let unknown = ours.filter { $0.hasPrefix("unknown") }
    #expect(
      Double(unknown.count) <= (1 - share) * Double(values.count), "\(unknown.count) of \(values.count): \(unknown)")
  }

  private static func outcome(
    of block: Block, _ language: String, _ isZeroBased: Bool, _ state: HeldState
  ) throws -> String {
    do {
      let code = try ValueCode(block, languageID: language, isZeroBased: isZeroBased)
      let evaluation = Evaluation(
        try #require(ValueLanguage(rawValue: language)), isZeroBased: isZeroBased, state: state)
      let operand = try code.run(evaluation)
      return (evaluation.isApproximate ? "about " : "") + (try evaluation.dump(operand))
    } catch let problem as EvaluationProblem {
      return problem.isFailure ? "failure" : "unknown: \(problem.message)"
    } catch let mistake as ValueLines.Mistake {
      return "unknown: \(mistake.message)"
    }
  }

  /// Whether values are the same but for the last digits of numbers, where ours says that it may not have them.
  private static func areNearly(_ ours: String, _ theirs: String) -> Bool {
    guard ours.hasPrefix("about ") else { return false }
    func number(_ word: some StringProtocol) -> Double? {
      UInt64(word.drop { $0 != "f" }.dropFirst(), radix: 16).map(Double.init(bitPattern:))
    }
    guard let first = number(ours), let second = number(theirs) else { return true }
    return first == second || abs(first - second) <= abs(second) * 1e-12 + 1e-12
  }
}

/// What a program holds, as a test says it.
struct HeldState: RecordedState {
  var variables: [String: RunValue]
  var lists: [[RunValue]] = []

  func value(ofVariable name: String) -> RunValue? { variables[name] }
  func count(ofList list: Int) -> Int? { lists.indices.contains(list) ? lists[list].count : nil }
  func items(ofList list: Int, _ range: Range<Int>) -> [RunValue] { Array(lists[list][range]) }

  static func sample(_ language: String) -> HeldState {
    // A whole number is one in each language.
    let variables: [String: RunValue] = [
      "i": .integer(7), "n": .number(2.5), "z": .integer(0), "big": .integer(123_456_789_012),
      "s": .text("Hello World"),
      "t": .text(" two  words "), "u": .text("ßé𝄞ΑΣ"), "d": .text("12"), "e": .text(""), "b": .truth(true),
      "nothing": .nothing, "l": .list(0), "m": .list(1), "w": .list(2), "f": .list(3), "nested": .list(4),
      "empty": .list(5),
    ]
    let lists: [[RunValue]] = [
      [.integer(3), .integer(1), .integer(2), .integer(1)],
      [.integer(10), .text("9"), .text("b"), .text("A"), .truth(false)],
      [.text("pear"), .text("Apple"), .text("fig"), .text("apples")], [.number(0.5), .number(2.25), .integer(-1)],
      [.list(0), .list(3), .list(0)], [],
    ]
    return HeldState(variables: variables, lists: lists)
  }

  /// Code that gives a program the same variables.
  static func prologue(_ language: String) -> String {
    let (nothing, truth, falsehood) =
      switch language {
      case "python": ("None", "True", "False")
      case "lua": ("nil", "true", "false")
      default: ("null", "true", "false")
      }
    let (open, close) = language == "lua" ? ("{", "}") : ("[", "]")
    func list(_ items: String) -> String { open + items + close }
    return """
      i = 7
      n = 2.5
      z = 0
      big = 123456789012
      s = 'Hello World'
      t = ' two  words '
      u = 'ßé𝄞ΑΣ'
      d = '12'
      e = ''
      b = \(truth)
      nothing = \(nothing)
      l = \(list("3, 1, 2, 1"))
      m = \(list("10, '9', 'b', 'A', \(falsehood)"))
      w = \(list("'pear', 'Apple', 'fig', 'apples'"))
      f = \(list("0.5, 2.25, -1"))
      nested = \(list("l, f, l"))
      empty = \(list(""))

      """
  }
}

extension Evaluation {
  /// A value with its kind: numbers by their bits, texts by their units.
  func dump(_ operand: Operand) throws(EvaluationProblem) -> String {
    switch operand {
    case .nothing, .undefined, .nothingOrUndefined: return "n"
    case .truth(let truth): return truth ? "true" : "false"
    case .integer(let integer): return "i\(integer)"
    case .number(let number): return number.isNaN ? "fnan" : "f" + String(number.bitPattern, radix: 16)
    case .text(let text): return "s" + text.map { String($0, radix: 16) }.joined(separator: ".")
    case .list(let list):
      var words: [String] = []
      for item in try items(of: list) { words.append(try dump(item)) }
      return "[" + words.joined(separator: ",") + "]"
    case .other, .missing: return "?"
    }
  }
}
