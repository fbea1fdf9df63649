import BlockFormats
import BlockLibrary
import BlockModel
import Testing

@testable import CodeGeneration

/// Code of generators that are not Mortise's own may change anything.
@Suite struct UnknownEffectTests {
  private static let definitions = """
    [{"type": "poke", "message0": "poke %1", "args0": [{"type": "input_value", "name": "A"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"python": {"inputs": {"A": ["NONE", "0"]}, "code": "poke({{A}})"},
        "javascript": {"inputs": {"A": ["NONE", "0"]}, "code": "poke({{A}})"},
        "lua": {"inputs": {"A": ["NONE", "0"]}, "code": "poke({{A}})"}}},
     {"type": "peek", "message0": "peek", "output": null,
      "generators": {"python": {"code": "peek()", "order": "FUNCTION_CALL"},
        "javascript": {"code": "peek()", "order": "FUNCTION_CALL"}, "lua": {"code": "peek()", "order": "HIGH"}}},
     {"type": "one", "message0": "one", "output": null,
      "generators": {"python": {"code": "1", "order": "ATOMIC"}}},
     {"type": "often", "message0": "often %1 %2", "previousStatement": null, "nextStatement": null,
      "args0": [{"type": "field_variable", "name": "V"}, {"type": "input_statement", "name": "DO"}],
      "generators": {"python": {"sets": "V", "loop": true, "code": ["for {{V}} in often():", "{{DO}}"]}}}]
    """

  private static func code(_ program: String, _ language: String) throws -> String {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(definitions.utf8))
    let workspace = try ProgramReader.read(
      Array(GeneratedProgram.program(program).utf8), factory: factory
    ).workspace
    let file = BlockFile(path: "definitions", bytes: Array(definitions.utf8), kind: .definitions)
    let generators = try CodeLanguages.standard.generators(of: language, files: [file], factory: factory)
    let numbers = BlockNumbers(workspace)
    var hooks = RunHooks(numbers: numbers)
    hooks.slots = RunSlots(workspace, numbers: numbers, in: generators)
    let generator = CodeGenerator(workspace, in: generators, options: GenerationOptions(), hooks: hooks)
    return String(decoding: try generator.generate().bytes, as: UTF8.self)
  }

  /// A function with a parameter that pokes what it peeks, and returns what it peeks.
  private static let function = """
    <block type="procedures_defreturn"><mutation><arg name="p"></arg></mutation><field name="NAME">f</field>
    <comment></comment><statement name="STACK">
    <block type="poke"><value name="A"><block type="peek"></block></value></block></statement>
    <value name="RETURN"><block type="peek"></block></value></block>
    """

  @Test(arguments: [
    ("python", "  poke((peek(), _u(1, p))[0])\n  _u(1, p)\n  _b(1)\n  return _r(1, (peek(), _u(1, p))[0])\n"),
    ("javascript", "  poke([peek(), _u(1, p)][0]);\n  _u(1, p);\n  _b(1);\n  return _r(1, [peek(), _u(1, p)][0]);\n"),
    (
      "lua",
      "  poke((function(...) _u(1, p) return ... end)(peek()))\n  _u(1, p)\n  _b(1)\n"
        + "  return _r(1, (function(...) _u(1, p) return ... end)(peek()))\n"
    ),
  ])
  func allIsLookedAtAfterIt(_ language: String, _ expected: String) throws {
    let code = try Self.code(Self.function, language)
    #expect(code.contains(expected), "\(code)")
  }

  @Test func constantsHaveNoEffects() throws {
    let print = "<block type=\"text_print\"><value name=\"TEXT\"><block type=\"one\"></block></value></block>"
    #expect(try Self.code(print, "python") == "_b(1)\nprint(1)\n")
  }

  /// In the body of a loop, what the loop has done counts as well. A generator may say which variable it sets.
  @Test func bodiesBeginWithIt() throws {
    let loop = """
      <block type="often"><field name="V">x</field><statement name="DO">
      <block type="text_print"><value name="TEXT"><block type="text"></block></value></block></statement></block>
      """
    #expect(
      try Self.code(loop, "python") == """
        x = None


        _b(1)
        for x in often():
          _w(4, x)
          _u(0)
          _b(2)
          print('')
          _b(1)
        _w(4, x)
        _u(0)

        """)
  }

  @Test func onlyLanguagesWithHooksForItCanBeRecorded() throws {
    let recorded = try GeneratedProgram.languages.filter { try GeneratedProgram.language($0).canRecord }
    #expect(recorded == ["python", "javascript", "lua"])
  }
}
