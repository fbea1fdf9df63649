import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import SeededTesting
import Testing

@testable import CodeGeneration

/// Generators of any shape become code, or are refused: nothing that a file says takes the program down.
@Suite struct RandomGeneratorTests {
  private static let definitions = """
    [{"type": "run", "message0": "%1 %2 %3 %4 %5 %6", "args0": [{"type": "field_dropdown", "name": "HOW", "options":
    [["low", "low"], ["high", "high"]]}, {"type": "input_value", "name": "A"}, {"type": "input_value", "name": "B"}, {"type": "input_value", "name": "C"},
    {"type": "input_statement", "name": "DO"}, {"type": "input_value", "name": "LIST0"}],
    "previousStatement": null, "nextStatement": null},
    {"type": "get", "message0": "%1 %2 %3 %4 %5 %6", "args0": [{"type": "field_dropdown", "name": "HOW", "options":
    [["low", "low"], ["high", "high"]]}, {"type": "input_value", "name": "A"}, {"type": "input_value", "name": "B"}, {"type": "input_value", "name": "C"},
    {"type": "input_statement", "name": "DO"}, {"type": "input_value", "name": "LIST0"}], "output": null}]
    """

  @Test func anyGeneratorsAreTakenOrRefused() throws {
    var taken = 0
    let seeds = Seeds.first(1_000)
    for seed in seeds where try Self.isTaken(seed) { taken += 1 }
    // Most mistakes would hide what the others do.
    #expect(taken > seeds.count / 20, "\(taken) of \(seeds.count)")
  }

  private static func isTaken(_ seed: UInt64) throws -> Bool {
    var random = RandomRule(seed: seed)
    let language = try GeneratedProgram.language("python")
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(definitions.utf8))
    let (run, get) = (random.rule(levels: 3, isValue: false), random.rule(levels: 3, isValue: true))
    let file = "{\"python\": {\"blocks\": {\"run\": \(run), \"get\": \(get)}}}"
    do throws(MarkupError) {
      try language.load(generators: Array(file.utf8), knowing: .standard, factory: factory)
    } catch {
      return false
    }
    let program = GeneratedProgram.program(random.blocks())
    let workspace = try ProgramReader.read(Array(program.utf8), factory: factory).workspace
    let numbers = BlockNumbers(workspace)
    var hooks = RunHooks(numbers: numbers)
    hooks.slots = RunSlots(workspace, numbers: numbers, in: language)
    var traces = GenerationOptions()
    (traces.statementPrefix, traces.statementSuffix, traces.loopTrap) = ("before(%1)\n", "after(%1)\n", "trap(%1)\n")
    var isTaken = true
    for (options, hooks) in [(GenerationOptions(), nil), (traces, nil), (GenerationOptions(), Optional(hooks))] {
      do throws(GenerationProblem) {
        _ = try CodeGenerator(workspace, in: language, options: options, hooks: hooks).generate()
      } catch {
        isTaken = false
      }
    }
    return isTaken
  }
}

/// Makes rules whose parts, cases, inputs and names are put together at random.
private struct RandomRule {
  private var random: SeededGenerator
  /// The part that is being made. It refers to parts behind it only, mostly.
  private var isInPart: String?

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick(_ choices: [String]) -> String { choices[Int.random(in: choices.indices, using: &random)] }
  private mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func rule(levels: Int, isValue: Bool, when: String? = nil) -> String {
    var members = when.map { ["\"when\": \($0)"] } ?? []
    if when == nil, isInPart == nil {
      members.append("\"inputs\": {\(inputs(["A", "B"].filter { _ in happens(97) }))}")
    } else if happens(20) {
      members.append("\"inputs\": {\(inputs([happens(90) ? "C" : "A"]))}")
    }
    if when == nil || happens(70) { members.append("\"code\": \(code())") }
    if happens(10) { members.append("\"recorded\": \(code())") }
    if isValue, when == nil { members.append("\"order\": \"\(pick(["ATOMIC", "NONE", "UNARY_SIGN"]))\"") }
    if happens(5) { members.append("\"strategy\": \"\(pick(["number", "lines", "if", "function"]))\"") }
    if happens(15) { members.append("\"\(pick(["loop", "flat", "continue"]))\": true") }
    if happens(10) { members.append("\"traces\": \"itself\"") }
    if happens(isInPart == nil ? 15 : 1) { members.append("\"names\": {\"i\": \"{{HOW}}_\"}") }
    if happens(10) { members.append("\"sets\": \"HOW\"") }
    if happens(20) { members.append("\"tables\": {\"HOW\": {\"low\": \"l\", \"high\": \"h\"}}") }
    if isInPart == nil, happens(when == nil ? 80 : 10) {
      let parts = ["P", "Q"].map { name in
        isInPart = name
        defer { isInPart = nil }
        return "\"\(name)\": \(rule(levels: min(levels, 1), isValue: false))"
      }
      members.append("\"parts\": {\(parts.joined(separator: ", "))}")
    }
    if levels > 0, happens(60) {
      var cases: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let condition = happens(40) ? "\"HOW\": \"\(pick(["low", "high"]))\"" : conditions()
        cases.append(rule(levels: levels - 1, isValue: isValue, when: "{\(condition)}"))
      }
      members.append("\"cases\": [\(cases.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func conditions() -> String {
    let tests = ["@word", "@number", "@zero", "@<=B", "@<A", "@empty", "@text", "@integer @<=B", "@plain|empty"]
    return "\"\(pick(["A", "B"]))\": \"\(pick(tests))\""
  }

  private mutating func inputs(_ names: [String]) -> String {
    let options = [
      "\"NONE\"", "[\"NONE\", \"0\"]", "[\"UNARY_SIGN\", {\"index\": -1}]", "[\"NONE\", {\"negated\": true}]",
    ]
    var inputs = names.map { "\"\($0)\": \(pick(options))" }
    if happens(5) { inputs.append("\"LIST*\": \(pick(options))") }
    return inputs.joined(separator: ", ")
  }

  private mutating func code() -> String {
    var places = ["{{A}}", "{{A}}", "{{B}}", "{{B}}", "{{HOW}}", "{{A:next}}", "{{A:integer}}", "{{suffix}}"]
    if isInPart != "Q" { places += ["{{Q}}", "{{Q}}"] }
    if isInPart == nil { places += ["{{P}}", "{{P}}", "{{DO}}"] }
    if happens(10) {
      places += ["{{B:text}}", "{{\\\"HOW\\\"}}", "{{i}}", "{{LIST*}}", "{{traces}}", "{{P}}", "{{print()}}"]
    }
    let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      "\"\(happens(50) ? "x = " : "")\(pick(places))\(happens(30) ? pick(places) : "")\""
    }
    return lines.count == 1 ? lines[0] : "[\(lines.joined(separator: ", "))]"
  }

  /// Statements with values, a few levels deep, and loose values.
  mutating func blocks() -> String { block("run", levels: 3) + block("get", levels: 2) }

  private mutating func block(_ type: String, levels: Int) -> String {
    var content = "<field name=\"HOW\">\(pick(["low", "high"]))</field>"
    for name in ["A", "B", "C", "LIST0"] where happens(70) {
      let inner =
        levels > 0 && happens(50)
        ? block("get", levels: levels - 1)
        : "<block type=\"math_number\"><field name=\"NUM\">\(pick(["0", "1", "-1", "1e300", "2.5"]))</field></block>"
      content += "<value name=\"\(name)\">\(inner)</value>"
    }
    if levels > 0, happens(60) { content += "<statement name=\"DO\">\(block("run", levels: levels - 1))</statement>" }
    if levels > 0, type == "run", happens(30) { content += "<next>\(block("run", levels: levels - 1))</next>" }
    return GeneratedProgram.block(type, content)
  }
}
