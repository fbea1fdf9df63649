import SeededTesting
import Testing

@testable import CodeGeneration

/// Names don't depend on whether those of later stacks are known when a stack is generated.
@Suite struct NameOrderTests {
  /// Names that meet each other, or those that generators and helper functions give.
  private static let names = ["count", "count2", "count3", "a b", "a_b", "a_b2", "x", "math_mode", "tmp_list", "print"]

  @Test(arguments: Seeds.first(15)) func guessedNamesAreThoseOfTheWholeProgram(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = Self.program(&random)
    for language in GeneratedProgram.languages {
      let workspace = try GeneratedProgram.workspace(text)
      let generators = try GeneratedProgram.language(language)
      let live = LiveCode(workspace, in: generators, options: GenerationOptions())
      live.update()
      let whole = try CodeGenerator(workspace, in: generators, options: GenerationOptions()).generate()
      try #require(whole.bytes == live.code.bytes, "seed \(seed), \(language)\n\(text)")
    }
  }

  /// Blockly makes such a variable when it loads the program.
  @Test func whatACallNamesIsDeclaredThoughItsFunctionLostIt() throws {
    let call = """
      <block type="procedures_callnoreturn"><mutation name="go"><arg name="speed"/><arg name="Speed"/></mutation></block>
      """
    let code = try GeneratedProgram.code(GeneratedProgram.program(call + call), "javascript")
    #expect(code.hasPrefix("var speed;\n"))
  }

  private static func program(_ random: inout SeededGenerator) -> String {
    func name() -> String { names.randomElement(using: &random) ?? "" }
    let stacks = (0..<Int.random(in: 1...8, using: &random)).map { index -> String in
      let place = "y=\"\(index * 100)\"" + (Bool.random(using: &random) ? "" : " disabled=\"true\"")
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "<block type=\"controls_repeat\" \(place)/>"
      case 1:
        return "<block type=\"math_on_list\" \(place)><mutation op=\"MODE\"/><field name=\"OP\">MODE</field></block>"
      case 2: return "<block type=\"procedures_defnoreturn\" \(place)><field name=\"NAME\">\(name())</field></block>"
      case 3:
        return """
          <block type="procedures_callnoreturn" \(place)><mutation name="\(name())"><arg name="\(name())"/></mutation></block>
          """
      case 4:
        return """
          <block type="controls_repeat" \(place)><statement name="DO"><block type="variables_set">\
          <field name="VAR">\(name())</field></block></statement></block>
          """
      default: return "<block type=\"variables_set\" \(place)><field name=\"VAR\">\(name())</field></block>"
      }
    }
    return "<xml>" + stacks.joined(separator: "\n") + "</xml>"
  }
}
