import BlockModel
import Testing

@testable import CodeGeneration

@Suite struct CodeGeneratorTests {
  private static let number = "<block type=\"math_number\"><field name=\"NUM\">1</field></block>"

  @Test(arguments: [
    ("python", "for count in range(10):\n  pass\n"),
    ("javascript", "for (var count = 0; count < 10; count++) {\n}\n"),
    ("lua", "for count = 1, 10 do\nend\n"),
    ("php", "for ($count = 0; $count < 10; $count++) {\n}\n"),
    ("dart", "main() {\n  for (int count = 0; count < 10; count++) {\n  }\n}"),
  ])
  func emptyLoop(_ language: String, _ expected: String) throws {
    let program = GeneratedProgram.program(GeneratedProgram.block("controls_repeat"))
    #expect(try GeneratedProgram.code(program, language) == expected)
  }

  /// As Blockly does, which takes numbers for numbers where it can't tell the direction.
  @Test func theBoundsOfALoopInPythonAreNumbers() throws {
    func number(_ text: String) -> String { "<block type=\"math_number\"><field name=\"NUM\">\(text)</field></block>" }
    let zero = GeneratedProgram.block("math_single", "<field name=\"OP\">NEG</field>")
    let x = "<block type=\"variables_get\"><field name=\"VAR\">x</field></block>"
    func loop(_ from: String, _ to: String, _ by: String) throws -> String {
      let loop = GeneratedProgram.block(
        "controls_for",
        "<field name=\"VAR\">i</field><value name=\"FROM\">\(from)</value><value name=\"TO\">\(to)</value>"
          + "<value name=\"BY\">\(by)</value>")
      return try GeneratedProgram.code(GeneratedProgram.program(loop))
    }
    #expect(
      try loop(zero, x, number("1")).contains("for i in (0 <= x) and upRange(0, x, 1) or downRange(0, x, 1):"))
    #expect(
      try loop(x, zero, number("2")).contains("for i in (x <= 0) and upRange(x, 0, 2) or downRange(x, 0, 2):"))
  }

  @Test func parenthesesFollowTheOrders() throws {
    func sum(_ operation: String, _ left: String, _ right: String) -> String {
      GeneratedProgram.block(
        "math_arithmetic",
        "<field name=\"OP\">\(operation)</field><value name=\"A\">\(left)</value><value name=\"B\">\(right)</value>")
    }
    let inner = sum("ADD", Self.number, Self.number)
    let program = GeneratedProgram.program(sum("MULTIPLY", inner, inner))
    #expect(try GeneratedProgram.code(program) == "(1 + 1) * (1 + 1)\n")
    #expect(
      try GeneratedProgram.code(GeneratedProgram.program(sum("ADD", inner, Self.number)), "javascript")
        == "1 + 1 + 1;\n")
  }

  @Test func nestedLoopsOfAnyDepth() throws {
    let depth = 1_000
    let open = "<block type=\"controls_repeat\"><statement name=\"DO\">"
    let program = GeneratedProgram.program(
      String(repeating: open, count: depth) + GeneratedProgram.block("controls_repeat")
        + String(repeating: "</statement></block>", count: depth))
    let code = try GeneratedProgram.code(program)
    #expect(code.hasSuffix(String(repeating: "  ", count: depth + 1) + "pass\n"))
    #expect(code.split(separator: "\n").count == depth + 2)
  }

  @Test func nestedValuesOfAnyDepth() throws {
    let depth = 5_000
    let open = "<block type=\"logic_negate\"><value name=\"BOOL\">"
    let program = GeneratedProgram.program(
      String(repeating: open, count: depth) + GeneratedProgram.block("logic_null")
        + String(repeating: "</value></block>", count: depth))
    #expect(try GeneratedProgram.code(program) == String(repeating: "not ", count: depth) + "None\n")
  }

  @Test func linesKnowTheirBlocks() throws {
    let print = GeneratedProgram.block("text_print", id: "inner")
    let program = GeneratedProgram.program(
      GeneratedProgram.block("controls_repeat", id: "loop", "<statement name=\"DO\">\(print)</statement>"))
    let code = try CodeGenerator(
      GeneratedProgram.workspace(program), in: GeneratedProgram.language("javascript"), options: GenerationOptions()
    ).generate()
    #expect(code.lines.map { $0?.id } == ["loop", "inner", "loop"])
  }

  @Test func helpersCanBeLeftOut() throws {
    let program = GeneratedProgram.program(
      GeneratedProgram.block("math_on_list", "<mutation op=\"MODE\"></mutation><field name=\"OP\">MODE</field>"))
    var options = GenerationOptions()
    #expect(try GeneratedProgram.code(program, options: options).contains("def math_modes(some_list):"))
    options.omitsHelpers = true
    #expect(try GeneratedProgram.code(program, options: options) == "math_modes([])\n")
  }

  @Test func tracesSurroundStatements() throws {
    var options = GenerationOptions()
    options.statementPrefix = "enter(%1)\n"
    options.statementSuffix = "leave(%1)\n"
    options.loopTrap = "trap(%1)\n"
    let program = GeneratedProgram.program(GeneratedProgram.block("controls_repeat", id: "a"))
    #expect(
      try GeneratedProgram.code(program, options: options) == """
        enter('a')
        for count in range(10):
          leave('a')
          trap('a')
          enter('a')
        leave('a')

        """)
  }

  @Test func unknownBlocksAreErrorsOrComments() throws {
    let workspace = try GeneratedProgram.workspace(
      GeneratedProgram.program(GeneratedProgram.block("robot_step", id: "r")))
    let language = try GeneratedProgram.language("python")
    #expect(throws: GenerationProblem.self) {
      try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    }
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions(), isLenient: true).generate()
    #expect(String(decoding: code.bytes, as: UTF8.self) == "# no generator for robot_step\n")
    #expect(code.problems.map(\.blockID) == ["r"])
  }

  @Test func everyLanguageKnowsTheSameBlocks() throws {
    let types = try GeneratedProgram.languages.map { language in
      // Only Python has statements of its own.
      try Set(GeneratedProgram.language(language).rules.keys).subtracting(
        language == "python" ? ["mortise_python"] : [])
    }
    for other in types.dropFirst() { #expect(other == types[0]) }
    #expect(types[0].count == 66)
  }
}
