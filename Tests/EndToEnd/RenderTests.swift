import FileTesting
import Testing

/// `mortise render`, for programs whose picture would be far larger than their file.
@Suite struct RenderTests {
  private let path: String
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("program.xml")
  }

  private func render(_ xml: String, _ options: String...) throws -> [String] {
    try Tool.write("<xml>\(xml)</xml>", to: path)
    let outcome = try Tool.run(["render", path] + options)
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    return outcome.output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
      .map(String.init)
  }

  private static func block(x: String, y: String) -> String { "<block type='logic_null' x='\(x)' y='\(y)'/>" }

  @Test func emptyRowsAndColumnsAreLeftOut() throws {
    let near = Self.block(x: "0", y: "0")
    let edge = "999999999"
    #expect(try render(near + Self.block(x: "0", y: edge)) == ["▐ null", "", "", "", "▐ null"])
    let between = String(repeating: " ", count: 40)
    #expect(try render(near + Self.block(x: edge, y: "0")) == ["▐ null\(between)▐ null"])
    #expect(
      try render(Self.block(x: "-\(edge)", y: "-\(edge)") + Self.block(x: edge, y: edge))
        == ["▐ null", "", "", "", String(repeating: " ", count: 46) + "▐ null"])
    let comment = "<comment x='\(edge)' y='0' w='160' h='32'>c</comment>"
    #expect(try render(near + comment) == ["▐ null\(between)✎ c"])
  }

  @Test func disabledBlocksAreMarked() throws {
    let disabled = "<block type='logic_null' disabled='true'/>"
    #expect(try render(disabled) == ["▐ ⊘ null"])
    #expect(try render(disabled, "--ascii") == ["| (off) null"])
    #expect(
      try render("<block type='logic_negate'><value name='BOOL'>\(disabled)</value></block>") == ["▐ not ( ⊘ null )"])
  }

  @Test func smallGapsAreKept() throws {
    #expect(
      try render(Self.block(x: "0", y: "0") + Self.block(x: "160", y: "0") + Self.block(x: "16", y: "96"))
        == ["▐ null              ▐ null", "", "", "  ▐ null"])
  }

  @Test func deepStatementsShowTheirLevelInsteadOfAnIndentation() throws {
    let depth = 1500
    let program =
      String(repeating: "<block type='controls_if'><statement name='DO0'>", count: depth)
      + String(repeating: "</statement></block>", count: depth)
    let rows = try render(program)
    #expect(rows.count == depth + 1)
    let bar = "▐    "
    #expect(rows[1] == "▐ do ▐ if ⟪   ⟫")
    #expect(rows[100] == String(repeating: bar, count: 99) + "▐ do ▐ if ⟪   ⟫")
    #expect(rows[101] == String(repeating: bar, count: 100) + "▐ do 101  ▐ if ⟪   ⟫")
    #expect(rows[depth - 1] == String(repeating: bar, count: 101) + "1499 ▐ if ⟪   ⟫")
    #expect(rows[depth] == String(repeating: bar, count: 101) + "1499 ▐ do ...")
    #expect(try render(program, "--color", "always").allSatisfy { $0.utf8.count < 8000 })
  }

  @Test func aStatementBelowADeepOneIsIndentedAgain() throws {
    let depth = 300
    let program =
      String(repeating: "<block type='controls_if'><statement name='DO0'>", count: depth)
      + "</statement></block>"
      + String(repeating: "</statement><next><block type='text_print'/></next></block>", count: depth - 1)
    let rows = try render(program)
    #expect(rows.last == "▐ print (   )")
    #expect(rows[rows.count - 2] == "▐    ▐ print (   )")
    #expect(rows.count == 2 * depth)
  }
}
