import BlockModel
import SeededTesting
import Testing

@testable import CodeGeneration

/// Code that is recorded does what the program does.
@Suite struct RecordedCodeTests {
  @Test(arguments: RecordedCode.languages) func hooksChangeNothing(_ language: String) throws {
    let runner = try RecordedCode(language)
    let seeds = Array(Seeds.first(40))
    var codes: [[String]] = [[], [], []]
    for seed in seeds {
      let workspace = try GeneratedProgram.workspace(ChangingProgram.xml(seed: seed))
      var options = GenerationOptions()
      options.isZeroBased = seed.isMultiple(of: 3)
      for (index, showsValues) in [nil, false, true].enumerated() {
        codes[index].append(try runner.code(workspace, showsValues: showsValues, options: options))
      }
    }
    let outputs = try codes.map { try zip(seeds, $0).map { try Self.output($1, seed: $0, runner) } }
    var finished = 0
    for (index, seed) in seeds.enumerated() {
      for kind in 1...2 where outputs[kind][index] != outputs[0][index] {
        Issue.record(
          """
          seed \(seed):
          \(codes[0][index])
          prints
          \(outputs[0][index])
          \(codes[kind][index])
          prints
          \(outputs[kind][index])
          """)
      }
      if !outputs[0][index].hasSuffix("failed\n") { finished += 1 }
    }
    // Programs that fail early show little.
    #expect(finished > seeds.count / 5, "\(finished)")
  }

  private static func output(_ code: String, seed: UInt64, _ runner: RecordedCode) throws -> String {
    do {
      return try runner.output(of: [code]).joined()
    } catch {
      Issue.record("seed \(seed): \(error)\n\(code)")
      throw error
    }
  }

  // MARK: - What is told

  /// A function that changes its parameter, a list and a text, and statements that call it.
  private static let program = GeneratedProgram.program(
    """
    <block type="variables_set" id="list"><field name="VAR">x</field><value name="VALUE">
    <block type="lists_create_with"><mutation items="2"></mutation>
    <value name="ADD0">\(number(1))</value><value name="ADD1">\(number(2))</value></block></value><next>
    <block type="controls_for"><field name="VAR">i</field><value name="FROM">\(number(1))</value>
    <value name="TO">\(number(2))</value><value name="BY">\(number(1))</value><statement name="DO">
    <block type="text_print"><value name="TEXT">
    <block type="procedures_callreturn"><mutation name="f"><arg name="p"></arg></mutation>
    <value name="ARG0"><block type="variables_get"><field name="VAR">i</field></block></value>
    </block></value></block></statement></block></next></block>
    <block type="procedures_defreturn" y="900"><mutation><arg name="p"></arg></mutation><field name="NAME">f</field>
    <statement name="STACK">
    <block type="math_change"><field name="VAR">p</field><value name="DELTA">\(number(1))</value><next>
    <block type="lists_setIndex"><mutation at="true"></mutation><field name="MODE">SET</field>
    <field name="WHERE">FROM_START</field><value name="LIST">\(get("x"))</value><value name="AT">\(number(1))</value>
    <value name="TO">\(get("p"))</value><next>
    <block type="lists_setIndex"><mutation at="false"></mutation><field name="MODE">INSERT</field>
    <field name="WHERE">LAST</field><value name="LIST">\(get("x"))</value><value name="TO">\(number(9))</value><next>
    <block type="procedures_ifreturn"><mutation value="1"></mutation><value name="CONDITION">
    <block type="logic_compare"><field name="OP">EQ</field><value name="A">\(get("p"))</value>
    <value name="B">\(number(2))</value></block></value><value name="VALUE">\(number(7))</value><next>
    <block type="lists_getIndex"><mutation statement="true" at="false"></mutation><field name="MODE">REMOVE</field>
    <field name="WHERE">FIRST</field><value name="VALUE">\(get("x"))</value><next>
    <block type="text_append"><field name="VAR">t</field>
    <value name="TEXT"><block type="text"><field name="TEXT">a</field></block></value>
    </block></next></block></next></block></next></block></next></block></next></block></statement>
    <value name="RETURN">\(get("x"))</value></block>
    """)

  private static func number(_ number: Int) -> String {
    GeneratedProgram.block("math_number", "<field name=\"NUM\">\(number)</field>")
  }

  private static func get(_ variable: String) -> String {
    GeneratedProgram.block("variables_get", "<field name=\"VAR\">\(variable)</field>")
  }

  /// The hooks but those of statements, with the names of variables in place of keys.
  private static func told(_ language: String) throws -> [String] {
    let workspace = try GeneratedProgram.workspace(program)
    let numbers = BlockNumbers(workspace)
    let slots = RunSlots(workspace, numbers: numbers, in: try GeneratedProgram.language(language))
    let runner = try RecordedCode(language)
    let output = try runner.output(of: [runner.code(workspace, showsValues: false)], tells: true)[0]
    return output.split(separator: "\n").compactMap { line in
      var words = line.split(separator: " ").map(String.init)
      guard words[0] != "b" else { return nil }
      if "wtz".contains(words[0]), let slot = Int(words[1]).flatMap(slots.slot(ofKey:)).map({ slots.slots[$0] }) {
        words[1] = slot.variable + (slot.isLocal ? "*" : "")
      } else if "ar".contains(words[0]) {
        words.remove(at: 1)
      }
      return words.joined(separator: " ")
    }
  }

  @Test func pythonTellsWhatChanges() throws {
    #expect(
      try Self.told("python") == [
        "w x [1, 2]", "w i 1", "a 1", "w p* 2", "s [2, 2] 0 2", "i [2, 2, 9] 99 9", "r 7", "7",
        "w i 2", "a 2", "w p* 3", "s [3, 2, 9] 0 3", "i [3, 2, 9, 9] 99 9", "p [2, 9, 9] 0", "t t a", "w t Nonea",
        "r [2, 9, 9]", "[2, 9, 9]", "w i 2",
      ])
  }

  // The loop leaves its variable behind the last number.
  @Test func javaScriptTellsWhatChanges() throws {
    #expect(
      try Self.told("javascript") == [
        "w x [1, 2]", "w i 1", "a 1", "w p* 2", "s [2, 2] 0 2", "i [2, 2, 9] 99 9", "r 7", "7",
        "w i 2", "a 2", "w p* 3", "s [3, 2, 9] 0 3", "i [3, 2, 9, 9] 99 9", "p [2, 9, 9] 0", "t t a", "w t undefineda",
        "r [2, 9, 9]", "2,9,9", "w i 3",
      ])
  }

  // Lua fails when something is appended to nothing.
  @Test func luaTellsWhatChanges() throws {
    #expect(
      try Self.told("lua") == [
        "w x [1, 2]", "w i* 1", "a 1", "w p* 2", "s [2, 2] 1 2", "i [2, 2, 9] 3 9", "r 7", "7",
        "w i* 2", "a 2", "w p* 3", "s [3, 2, 9] 1 3", "i [3, 2, 9, 9] 4 9", "p [2, 9, 9] 1", "t t a", "failed",
      ])
  }

  /// A loop in a loop over the same variable, and one after it.
  @Test func loopsOfLuaTellWhereTheirVariablesEnd() throws {
    func loop(_ body: String = "") -> String {
      GeneratedProgram.block(
        "controls_for",
        """
        <field name="VAR">i</field><value name="FROM">\(Self.number(1))</value><value name="TO">\(Self.number(1))</value>
        <value name="BY">\(Self.number(1))</value><statement name="DO">\(body)</statement>
        """)
    }
    let workspace = try GeneratedProgram.workspace(GeneratedProgram.program(loop(loop())))
    let code = try RecordedCode("lua").code(workspace, showsValues: false)
    #expect(
      code == """
        _b(1)
        for i = 1, 1, 1 do
          _w(10, i)
          _b(5)
          for i = 1, 1, 1 do
            _w(10, i)
            _b(5)
          end
          _w(10, i)
          _b(1)
        end
        _z(10)

        """)
  }

  /// Blockly keeps what is more than a name in a variable, so that a loop may go to another number than one to a name.
  @Test(arguments: RecordedCode.languages) func hooksLeaveNamesAsTheyAre(_ language: String) throws {
    let change = GeneratedProgram.block(
      "math_change", "<field name=\"VAR\">m</field><value name=\"DELTA\">\(Self.number(-1))</value>")
    let loop = GeneratedProgram.block(
      "controls_for",
      """
      <field name="VAR">i</field><value name="FROM">\(Self.number(1))</value><value name="TO">\(Self.get("m"))</value>
      <value name="BY">\(Self.number(1))</value><statement name="DO">\(change)</statement>
      """)
    let workspace = try GeneratedProgram.workspace(GeneratedProgram.program(loop))
    let code = try RecordedCode(language).code(workspace, showsValues: true)
    #expect(code.contains(/_v\(3, m\)|_g\(3, \d+, m\)/))
    #expect(!code.contains("_end") && !code.contains("tmp"))
  }
}
