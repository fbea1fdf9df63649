import FileTesting
import PtyDriver
import Testing

@Suite struct GenerateTests {
  private static let program = "<xml><block type=\"text_print\" id=\"a\"></block></xml>"
  private static let unknown = "<xml><block type=\"robot\" id=\"r\"></block></xml>"

  @Test func languageIsNamedOrTheOutputs() throws {
    let folder = try TemporaryFolder()
    let (file, output) = (folder.file("p.xml"), folder.file("p.lua"))
    try Tool.write(Self.program, to: file)
    #expect(try Tool.run(["generate", file, "--to", "python"]).output == "print('')\n")
    #expect(try Tool.run(["generate", file, "-o", output]).code == 0)
    #expect(Tool.read(output) == "print('')\n")
    #expect(try Tool.run(["generate", file]).code == 2)
    #expect(try Tool.run(["generate", file, "--to", "cobol"]).code == 2)
  }

  @Test func plainPythonIsWrittenAsByHand() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("p.xml")
    let sum = """
      <block type="math_change"><field name="VAR">total</field><value name="DELTA"><block type="variables_get">
      <field name="VAR">i</field></block></value></block>
      """
    try Tool.write(
      """
      <xml><variables><variable>total</variable><variable>i</variable></variables>
      <block type="variables_set"><field name="VAR">total</field><value name="VALUE"><block type="math_number">
      <field name="NUM">0</field></block></value><next><block type="controls_for"><field name="VAR">i</field>
      <value name="FROM"><block type="math_number"><field name="NUM">1</field></block></value>
      <value name="TO"><block type="math_number"><field name="NUM">9</field></block></value>
      <value name="BY"><block type="math_number"><field name="NUM">1</field></block></value>
      <statement name="DO">\(sum)</statement></block></next></block></xml>
      """, to: file)
    let plain = try Tool.run(["generate", file, "--to", "python", "--plain"])
    #expect(plain.output == "total = 0\nfor i in range(1, 10):\n    total += i\n", "\(plain)")
    #expect(try Tool.run(["generate", file, "--to", "python"]).output.hasPrefix("from numbers import Number\n"))
    let output = folder.file("p.py")
    #expect(try Tool.run(["generate", file, "--plain", "-o", output]).code == 0)
    #expect(Tool.read(output) == plain.output)
    let lua = try Tool.run(["generate", file, "--to", "lua", "--plain"])
    #expect(lua.code == 2 && lua.output.isEmpty, "\(lua)")
    #expect(lua.errors == "mortise: --plain is only for Python, not for Lua; see ‘mortise generate --help’\n")
  }

  @Test func severalFilesGoIntoAFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["p.xml", "q.xml"] { try Tool.write(Self.program, to: folder.file(name)) }
    let files = [folder.file("p.xml"), folder.file("q.xml")]
    #expect(try Tool.run(["generate"] + files + ["--to", "dart", "-o", folder.path]).code == 0)
    #expect(Tool.read(folder.file("q.dart")) == "main() {\n  print('');\n}")
    let other = try TemporaryFolder()
    try Tool.write(Self.program, to: other.file("p.json"))
    let both = try Tool.run(["generate", files[0], other.file("p.json"), "--to", "lua", "-o", folder.path])
    #expect(both.code == 2 && both.errors.contains("would be written to one file"), "\(both)")
    #expect(try Tool.run(["generate"] + files + ["--to", "dart"]).code == 2)
  }

  @Test func linesAreMappedToBlocks() throws {
    let folder = try TemporaryFolder()
    let (file, map) = (folder.file("p.xml"), folder.file("map.json"))
    try Tool.write(Self.program, to: file)
    #expect(try Tool.run(["generate", file, "--to", "python", "--map", map]).code == 0)
    #expect(Tool.read(map) == "[\n  \"a\"\n]\n")
  }

  private static let escapes = """
    {"blocks":{"blocks":[{"type":"text_print","id":"\\u202e","inputs":{"TEXT":{"block":{"type":"text","fields":{"TEXT":
    "\\u001b]0;x\\u0007\\u202e"}}}}}]}}
    """

  /// On a terminal, the escape sequences of a file have no effect; elsewhere, they are kept.
  @Test(arguments: ["generate", "convert"]) func aTerminalIsSentNoEscapeSequences(command: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("p.json")
    try Tool.write(Self.escapes, to: file)
    let format = command == "generate" ? "lua" : "xml"
    let plain = try Tool.run([command, file, "-o", "-", "--to", format])
    #expect(plain.output.contains("\u{202E}"))
    for output in ["-", "/dev/stdout"] {
      let session = try PtySession(program: Tool.binary, arguments: [command, file, "-o", output, "--to", format])
      #expect(try session.end() == 0)
      #expect(session.output.contains("]0;x") && session.output.contains("\u{FFFD}"), "\(output)")
      #expect(!session.output.contains { "\u{1B}\u{7}\u{202E}".contains($0) })
    }
  }

  @Test func hiddenCharactersInTheMapAreEscaped() throws {
    let folder = try TemporaryFolder()
    let (file, map) = (folder.file("p.json"), folder.file("map.json"))
    try Tool.write(Self.escapes, to: file)
    #expect(try Tool.run(["generate", file, "--to", "python", "--map", map]).code == 0)
    #expect(Tool.read(map) == "[\n  \"\\u202e\"\n]\n")
  }

  @Test func missingGeneratorsAreErrorsWithALocation() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("p.xml")
    try Tool.write(Self.unknown, to: file)
    let outcome = try Tool.run(["generate", file, "--to", "php"])
    #expect(outcome.code == 1)
    #expect(outcome.errors == "mortise: \(file)#block=r: there is no PHP generator for unknown block type “robot”\n")
    let lenient = try Tool.run(["generate", file, "--to", "php", "--lenient"])
    #expect(lenient.code == 0 && lenient.output == "// no generator for robot\n")
  }

  /// `generate` and `run` refuse what `check` reports, with the same words and place.
  @Test func valuesThatAreNoneAreRefused() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("p.xml")
    try Tool.write(
      """
      <xml>
        <block type="controls_repeat" id="r"><field name="TIMES">open("ran")</field></block>
      </xml>
      """, to: file)
    let problem = "\(file):2:3: field TIMES: “open(\"ran\")” isn't a number (\(file)#block=r/field=TIMES)\n"
    #expect(try Tool.run(["check", file]).output == problem)
    for command in [
      ["generate", file, "--to", "php"], ["generate", file, "--to", "python", "--lenient"], ["run", file],
    ] {
      #expect(try Tool.run(command) == .init(code: 1, output: "", errors: "mortise: " + problem), "\(command)")
    }
  }

  /// A mistake in data of generators has its place.
  @Test func circlesInGeneratorsAreMistakes() throws {
    let folder = try TemporaryFolder()
    let (file, generators) = (folder.file("p.xml"), folder.file("g.json"))
    try Tool.write(Self.program, to: file)
    try Tool.write("{\"python\": {\"helpers\": {\n\"h\": \"{{i()}}\", \"i\": \"{{h()}}\"}}}", to: generators)
    let outcome = try Tool.run(["generate", file, "--to", "python", "--generators", generators])
    let mistake = "the helper function “h” refers to itself through “i”"
    #expect(outcome == .init(code: 1, output: "", errors: "mortise: \(generators):2:6: \(mistake)\n"))
  }

  @Test func checkReportsBlocksWithoutAGenerator() throws {
    let folder = try TemporaryFolder()
    let (file, blocks) = (folder.file("p.xml"), folder.file("blocks.json"))
    try Tool.write(Self.unknown, to: file)
    try Tool.write("{\"type\": \"robot\", \"message0\": \"robot\", \"previousStatement\": null}", to: blocks)
    let plain = try Tool.run(["check", file, "--blocks", blocks])
    #expect(plain.code == 0)
    let outcome = try Tool.run(["check", file, "--blocks", blocks, "--to", "lua"])
    #expect(outcome.code == 1 && outcome.output.contains("there is no Lua generator for “robot”"))
  }
}
