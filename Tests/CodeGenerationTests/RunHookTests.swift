import BlockModel
import Testing

@testable import CodeGeneration

@Suite struct RunHookTests {
  private static let number = GeneratedProgram.block("math_number", id: "n", "<field name=\"NUM\">1</field>")
  private static let variables =
    "<variables><variable id=\"v\">x</variable><variable id=\"w\">_b</variable></variables>"

  /// A function that assigns to x, and a loop that calls it.
  private static let program = GeneratedProgram.program(
    variables
      + GeneratedProgram.block(
        "controls_repeat", id: "loop",
        "<field name=\"TIMES\">2</field><statement name=\"DO\">"
          + GeneratedProgram.block("procedures_callnoreturn", id: "call", "<mutation name=\"f\"></mutation>")
          + "</statement>")
      + "<block type=\"procedures_defnoreturn\" id=\"f\" y=\"500\"><field name=\"NAME\">f</field><statement name=\"STACK\">"
      + GeneratedProgram.block(
        "variables_set", id: "set", "<field name=\"VAR\" id=\"v\">x</field><value name=\"VALUE\">\(number)</value>")
      + "</statement></block>")

  private static func code(
    _ program: String, _ language: String, showsValues: Bool = false, condition: String? = nil
  ) throws -> String {
    let workspace = try GeneratedProgram.workspace(program)
    let other = try GeneratedProgram.workspace(GeneratedProgram.program(variables + (condition ?? "")))
    var hooks = RunHooks(numbers: BlockNumbers(workspace))
    hooks.showsValues = showsValues
    if condition != nil { hooks.conditions = ["set": other.topBlocks[0]] }
    let generator = CodeGenerator(
      workspace, in: try GeneratedProgram.language(language), options: GenerationOptions(), hooks: hooks)
    return String(decoding: try generator.generate().bytes, as: UTF8.self)
  }

  @Test func blocksAreNumberedWithTheBlocksInThem() throws {
    let numbers = BlockNumbers(try GeneratedProgram.workspace(Self.program))
    #expect(numbers.ids == ["loop", "call", "f", "set", "n"])
    #expect((1...5).map(numbers.last(in:)) == [2, 2, 5, 5, 5])
    #expect(numbers.number(of: "set") == 4 && numbers.id(of: 4) == "set")
    #expect(numbers.number(of: "?") == 0 && numbers.id(of: 0) == nil && numbers.id(of: 6) == nil)
  }

  @Test(arguments: [
    (
      "python",
      """
      x = None

      # Describe this function...
      def f():
        global x
        _b(3)
        _b(4)
        x = 1
      f = _f(3, f)


      _b(1)
      for count in range(2):
        _b(2)
        f()
        _b(1)

      """
    ),
    (
      "javascript",
      """
      var x;

      // Describe this function...
      function f() {
        _a(arguments);
        _b(3);
        _b(4);
        x = 1;
      }
      f = _f(3, f);


      _b(1);
      for (var count = 0; count < 2; count++) {
        _b(2);
        f();
        _b(1);
      }

      """
    ),
    (
      "lua",
      """
      -- Describe this function...
      function f()
        _b(3)
        _b(4)
        x = 1
      end
      f = _f(3, f)



      _b(1)
      for count = 1, 2 do
        _b(2)
        f()
        _b(1)
      end

      """
    ),
  ])
  func hooksStandBeforeStatements(language: String, expected: String) throws {
    #expect(try Self.code(Self.program, language) == expected)
  }

  @Test func conditionsAreFunctions() throws {
    let condition = GeneratedProgram.block("logic_boolean", "<field name=\"BOOL\">FALSE</field>")
    for (language, hook) in [
      ("python", "_q(4, lambda: False)\n"), ("javascript", "_b(4, () => false);\n"),
      ("lua", "_b(4, function() return false end)\n"),
    ] {
      #expect(try Self.code(Self.program, language, condition: condition).contains(hook), "\(language)")
    }
  }

  @Test func valuesHaveHooksUnlessTheySayWhatTheyAre() throws {
    let get = GeneratedProgram.block("variables_get", id: "get", "<field name=\"VAR\" id=\"w\">_b</field>")
    let sum = GeneratedProgram.block(
      "math_arithmetic", id: "sum",
      "<field name=\"OP\">MULTIPLY</field><value name=\"A\">\(get)</value><value name=\"B\">\(Self.number)</value>")
    let program = GeneratedProgram.program(
      Self.variables + GeneratedProgram.block("text_print", id: "p", "<value name=\"TEXT\">\(sum)</value>"))
    #expect(try Self.code(program, "python", showsValues: true).hasSuffix("_b(1)\nprint(_v(2, _v(3, _b2) * 1))\n"))
    #expect(try Self.code(program, "lua", showsValues: true).hasSuffix("_b(1)\nprint(_v(2, _v(3, _b2) * 1))\n"))
  }
}
