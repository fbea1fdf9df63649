import BlockFormats
import BlockModel
import Testing

/// Loops without a variable in the file each get their own, as in Blockly.
@Suite struct DefaultVariableTests {
  /// Programs, and the variables of their loops in reading order.
  static let programs: [(content: String, names: [String])] = [
    ("<block type='controls_forEach'/>", ["i"]),
    ("<block type='controls_for'><statement name='DO'><block type='controls_for'/></statement></block>", ["j", "i"]),
    ("<block type='controls_for'><next><block type='controls_forEach'/></next></block>", ["j", "i"]),
    ("<block type='controls_for'/><block type='controls_forEach'/>", ["i", "j"]),
    // Variables that are listed behind a block are there before all blocks.
    (
      "<block type='controls_for'/><variables><variable id='v'>i</variable></variables><block type='controls_for'/>",
      ["j", "k"]
    ),
    (
      "<variables><variable id='v' type='Number'>I</variable></variables><block type='controls_for'/>"
        + "<block type='variables_get'><field name='VAR'>j</field></block><block type='controls_for'/>",
      ["j", "j", "k"]
    ),
    (
      "<block type='controls_for'><statement name='DO'><block type='controls_for'><field name='VAR'>i</field></block>"
        + "</statement></block>", ["j", "i"]
    ),
  ]

  @Test(arguments: programs) func eachLoopGetsItsOwnVariable(program: (content: String, names: [String])) throws {
    let workspace = try FormatBench.read("<xml>\(program.content)</xml>").workspace
    let blocks = workspace.topBlocks.flatMap { Array($0.descendants()) }
    #expect(blocks.compactMap { $0.firstField(withName: "VAR")?.text } == program.names)
  }

  @Test func lettersAreFollowedByNumbers() throws {
    let content = String(repeating: "<block type='controls_for'/>", count: 27)
    let workspace = try FormatBench.read("<xml>\(content)</xml>").workspace
    let names = workspace.variables.all.map(\.name)
    #expect(names.joined(separator: " ") == "i j k m n o p q r s t u v w x y z a b c d e f g h i1 j1")
  }

  @Test func anUnlistedVariableIsNoProblem() throws {
    #expect(
      try FormatBench.findings(
        "<xml><block type='variables_get'><field name='VAR' id='v' variabletype='A'>x</field></block>"
          + "<block type='variables_get'><field name='VAR' id='v' variabletype='A'>x</field></block></xml>") == [])
  }
}
