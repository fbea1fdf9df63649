import BlockFormats
import BlockModel
import Testing

/// Names of variables are the same in any case; a file without ids keeps its spelling where nothing is edited.
@Suite struct VariableSpellingTests {
  private static func xml(_ first: String, _ second: String) -> String {
    #"<xml><block type="variables_get" id="a" x="0" y="0"><field name="VAR">\#(first)</field></block>"#
      + #"<block type="variables_get" id="b" x="0" y="9"><field name="VAR">\#(second)</field></block></xml>"#
  }

  private func text(_ program: ReadProgram) -> String { String(decoding: FormatBench.write(program), as: UTF8.self) }

  @Test func aFileKeepsItsSpelling() throws {
    let program = try FormatBench.read(Self.xml("count", "Count"))
    #expect(program.workspace.variables.all.map(\.name) == ["count"])
    #expect(text(program) == Self.xml("count", "Count"))
    // Also of a copy.
    let copy = try #require(program.workspace.blocks["b"]?.firstField(withName: "VAR")?.copy())
    #expect(copy.state?.text == "Count")
  }

  @Test func aRenamedVariableHasOneName() throws {
    for name in ["COUNT", "other"] {
      let program = try FormatBench.read(Self.xml("count", "Count"))
      program.workspace.variables.rename(try #require(program.workspace.variables.all.first), to: name)
      #expect(text(program) == Self.xml(name, name))
    }
  }
}
