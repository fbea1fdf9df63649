import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing

@testable import CodeGeneration

/// Data of generators that would never end, or take the whole call stack, are mistakes, which have a position.
@Suite struct HostileGeneratorTests {
  private static let definitions = """
    [{"type": "say", "message0": "say %1 %2 times %3 how %4 %5", "args0": [{"type": "field_input", "name": "WHAT"},
    {"type": "field_number", "name": "COUNT", "value": 1}, {"type": "field_dropdown", "name": "HOW", "options": [["low", "low"]]},
    {"type": "field_checkbox", "name": "NOW"}, {"type": "input_value", "name": "TO"}],
    "message1": "%1", "args1": [{"type": "input_statement", "name": "DO"}],
    "previousStatement": null, "nextStatement": null}]
    """

  private static func language(_ generators: String) throws -> (GeneratorLanguage, BlockFactory) {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(definitions.utf8))
    let language = try GeneratedProgram.language("python")
    try language.load(generators: Array(generators.utf8), knowing: .standard, factory: factory)
    return (language, factory)
  }

  /// The code of the block with a rule.
  private static func code(_ rule: String, fields: String = "") throws -> String {
    let (language, factory) = try language("{\"python\": {\"blocks\": {\"say\": \(rule)}}}")
    let program = "<xml><block type=\"say\" id=\"s\">\(fields)</block></xml>"
    let workspace = try ProgramReader.read(Array(program.utf8), factory: factory).workspace
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  private static func field(_ name: String, _ text: String) -> String { "<field name=\"\(name)\">\(text)</field>" }

  @Test(arguments: [
    ("{\"code\":\n\"print({{TO:text}})\"}", "2:1: “inputs” doesn't list “TO”"),
    ("{\"code\":\n\"print({{TO*}})\"}", "2:1: “inputs” doesn't list “TO*”"),
    ("{\"code\": \"x\", \"cases\": [{\"when\": {\"TO\":\n\"@number\"}}]}", "2:1: “inputs” doesn't list “TO”"),
    (
      "{\"parts\": {\"P\":\n{\"code\": \"{{Q}}\"}, \"Q\": {\"code\": \"{{P}}\"}}, \"code\": \"{{P}}\"}",
      "2:1: the part “P” refers to itself through “Q”"
    ),
    ("{\"parts\": {\"P\":\n\"{{P}}\"}, \"code\": \"{{P}}\"}", "2:1: the part “P” refers to itself"),
    (
      "{\"code\": \"x\", \"parts\": {\"P\":\n\"{{Q}}\", \"Q\": \"\"}, \"cases\": [{\"parts\": {\"Q\": \"{{P}}\"}}]}",
      "2:1: the part “P” refers to itself through “Q”"
    ),
    ("{\"code\":\n\"say({{WHAT}})\"}", "2:1: “WHAT” is a text: write {{\"WHAT\"}}, or put it in quotation marks"),
    (
      "{\"inputs\": {\"TO\": [\"NONE\", {\"index\":\n9223372036854775807}]}, \"code\": \"x\"}",
      "2:1: “index” must be a small integer"
    ),
    ("{\"code\":\n[\"{{DO}}\", \"{{DO}}\"]}", "2:1: the body “DO” can occur only once in the code"),
    (
      "{\"code\": \"{{P}}\", \"parts\": {\"P\": {\"names\":\n{\"i\": \"i\"}, \"code\": \"{{i}}\"}}}",
      "2:1: a part can't have “names”: put them in the generator around it"
    ),
    ("\n\"as nothing\"", "2:1: there is no generator of “nothing”"),
    (
      "{\"inputs\": {\"TO\": \"NONE\"}, \"code\": \"x\", \"cases\": [{\"when\": {\"TO\":\n\"@<=FROM\"}}]}",
      "2:1: “inputs” doesn't list “FROM”"
    ),
    (
      "{\"cases\": [{\"when\": {\"TO\":\n\"@number\"}, \"inputs\": {\"TO\": \"NONE\"}, \"code\": \"{{TO}}\"}]}",
      "2:1: “inputs” around the case doesn't list “TO”"
    ),
    (
      "{\"cases\": [{\"when\": {\"TO\": \"@number\"}, \"inputs\": {\"TO\":\n\"NONE\"}, \"code\": \"{{TO}}\"}], \"inputs\": {\"TO\": \"NONE\"}}",
      "2:1: the case lists “TO” again, but its code is generated before the conditions on code"
    ),
    (
      "{\"cases\": [{\"when\": {\"TO\": \"@number\"}}, {\"when\": {\"HOW\": \"low\"}, \"inputs\": {\"TO\":\n\"NONE\"}}], \"inputs\": {\"TO\": \"NONE\"}, \"code\": \"\"}",
      "2:1: the case lists “TO” again, but its code is generated before the conditions on code"
    ),
  ])
  func mistakesAreFoundWhereTheyAre(_ rule: String, _ expected: String) {
    let error = #expect(throws: MarkupError.self) { try Self.code(rule) }
    #expect(error.map { "\($0)" } == expected)
  }

  @Test func helpersInACircleAreAMistake() {
    let error = #expect(throws: MarkupError.self) {
      try Self.language("{\"python\": {\"helpers\": {\"h\":\n[\"{{i()}}\"], \"i\": [\"{{h()}}\"]}}}")
    }
    #expect(error.map { "\($0)" } == "2:1: the helper function “h” refers to itself through “i”")
  }

  @Test(arguments: [("{\"code\":\"x\",\"parts\":{\"a\":", "}}"), ("{\"code\":\"x\",\"cases\":[", "]}")])
  func deepRulesAreAMistake(_ opening: String, _ closing: String) throws {
    let rule = String(repeating: opening, count: 8_000) + "{\"code\":\"x\"}" + String(repeating: closing, count: 8_000)
    let error = #expect(throws: MarkupError.self) { try Self.code(rule) }
    #expect(error?.cause == "this is nested more than 200 levels deep")
    #expect(
      try Self.code(String(repeating: opening, count: 50) + "\"x\"" + String(repeating: closing, count: 50)) == "x\n")
  }

  /// Chains that are too long, or double with each step, without a circle.
  @Test func longWaysAreAMistake() {
    let chain = (0..<1_000).map { "\"h\($0)\": [\"{{h\($0 + 1)()}}\"]" }.joined(separator: ", ")
    #expect(throws: MarkupError.self) { try Self.language("{\"python\": {\"helpers\": {\(chain), \"h1000\": \"\"}}}") }
    let doubling = (0..<40).map { "\"p\($0)\": \"{{p\($0 + 1)}}{{p\($0 + 1)}}\"" }.joined(separator: ", ")
    #expect(throws: MarkupError.self) {
      try Self.code("{\"parts\": {\(doubling), \"p40\": \"x\"}, \"code\": \"{{p0}}\"}")
    }
  }

  /// What a block's definition doesn't tell is found when a block is generated.
  @Test(arguments: [
    ("{\"parts\": {\"P\": {\"inputs\": {\"TO\": \"NONE\"}, \"code\": \"\"}}, \"code\": \"{{TO:text}}\"}", "TO"),
    ("{\"inputs\": {\"TO*\": \"NONE\", \"TO\": \"NONE\"}, \"code\": \"{{TO}}\"}", "TO*"),
    ("{\"inputs\": {\"TO*\": \"NONE\"}, \"code\": \"{{TO}}\"}", "TO"),
  ])
  func inputsMustBeThere(_ rule: String, _ name: String) {
    let error = #expect(throws: GenerationProblem.self) { try Self.code(rule) }
    #expect(error?.message.contains("“\(name)” isn't") == true, "\(error?.message ?? "")")
  }

  /// A field's text is no code in own generators, either.
  @Test func fieldsBecomeCodeByTheirKind() throws {
    let rule = "{\"code\": \"say('{{WHAT}}', {{COUNT}}, {{HOW}}, {{NOW}}) \"}"
    #expect(try Self.code(rule, fields: Self.field("WHAT", "it's")) == "say('it\\'s', 1, low, FALSE)\n")
    for (name, text) in [("COUNT", "HERE()"), ("HOW", "HERE()"), ("NOW", "HERE()")] {
      let error = #expect(throws: GenerationProblem.self) { try Self.code(rule, fields: Self.field(name, text)) }
      #expect(error?.fieldName == name)
    }
  }

  @Test(arguments: [
    ("'{{WHAT}}'", "'\\'+HERE()+\"'"), ("\\\"{{WHAT}}\\\"", "\"'+HERE()+\\\"\""),
    ("'''{{WHAT}}'''", "'''\\'+HERE()+\"'''"),
    ("'\\\\' {{HOW}} {{WHAT}}'", "'\\' low \\'+HERE()+\"'"),
  ])
  func textsInLiteralsStayInThem(_ code: String, _ expected: String) throws {
    #expect(try Self.code("{\"code\": \"\(code)\"}", fields: Self.field("WHAT", "'+HERE()+&quot;")) == expected + "\n")
  }

  @Test(arguments: [
    "'a' {{WHAT}} 'b'", "# don't {{WHAT}}'", "f'{{WHAT}}'", "'{{WHAT}}", "`{{WHAT}}`", "'\\\\\\\\' {{WHAT}}'",
  ])
  func textsOutsideOfLiteralsAreAMistake(_ code: String) {
    #expect(throws: MarkupError.self) { try Self.code("{\"code\": \"\(code)\"}") }
  }
}
