import FileTesting
import Testing

/// `mortise check --advice`, and its repairs.
@Suite struct CheckAdviceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let program = """
    set total to 0
    change total by 5
    print totle
    repeat 0 times
      print 1
    set unused to 5

    """
  private static let warned = "repeat 0 times\n  print 1\n"

  private func file(_ text: String, _ name: String = "a.blocktext") throws -> String {
    try Tool.write(text, to: folder.file(name))
    return folder.file(name)
  }

  @Test func errorsComeBeforeHintsAndDecideTheStatus() throws {
    let path = try file(Self.program)
    let outcome = try Tool.run(["check", "--advice", path])
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        \(path):3:7: the variable “totle” is used, but never set; did you mean “total”?
        \(path):4:1: warning: the loop never runs: it repeats 0 times
        \(path):6:1: hint: the variable “unused” is set, but never used

        """)
  }

  @Test func warningsCountWhenAskedFor() throws {
    let path = try file(Self.warned)
    #expect(try Tool.run(["check", "--advice", path]).code == 0)
    #expect(try Tool.run(["check", "--advice", "--strict", path]).code == 1)
  }

  @Test func optionsThatNeedAnotherOneAreRefused() throws {
    let path = try file(Self.warned)
    for options in [["--strict"], ["--praise"], ["--fix"], ["--advice", "--dry-run"]] {
      let outcome = try Tool.run(["check"] + options + [path])
      #expect(outcome.code == 2 && outcome.errors.contains("goes with"), "\(options)")
    }
    #expect(try Tool.run(["check", "--advice", "--fix", "-"]).code == 2)
  }

  @Test func repairsAreSavedOrOnlySaid() throws {
    let path = try file(Self.program)
    let dry = try Tool.run(["check", "--advice", "--fix", "--dry-run", path])
    #expect(dry.errors.contains("would repair") && dry.errors.contains("use “total”"))
    #expect(Tool.read(path) == Self.program)
    let outcome = try Tool.run(["check", "--advice", "--fix", path])
    #expect(outcome.code == 0 && outcome.errors.contains(": repaired: "))
    #expect(outcome.output.contains("warning: the loop never runs") && !outcome.output.contains("totle"))
    let saved = Tool.read(path)
    #expect(saved.contains("print total") && !saved.contains("set unused"))
  }

  /// Only the repaired parts of a file change.
  @Test func aRepairKeepsTheRestOfTheFile() throws {
    let rest = "<xml >\n  <block type='text_print' id='p' x='1' y='2'><value name='TEXT'><block type='text' id='t'>"
    let end = "<field name='TEXT'>a</field></block></value></block>"
    let loose = "<block type='math_number' id='n'><field name='NUM'>1</field></block>"
    let path = try file("\(rest)\(end)\n  \(loose)\n</xml>\n", "a.xml")
    #expect(try Tool.run(["check", "--advice", "--fix", path]).code == 0)
    #expect(Tool.read(path).hasPrefix(rest + end))
    #expect(Tool.read(path).contains("id='n'") == false)
  }

  @Test func settingsAndCommentsSwitchRulesOff() throws {
    let path = try file(Self.warned)
    let commented = try file("// mortise: allow zero-loop\n" + Self.warned, "b.blocktext")
    #expect(try Tool.run(["check", "--advice", "--strict", commented]).code == 0)
    try Tool.write("{ \"allow\": [\"zero-loop\"] }", to: folder.file("settings.json"))
    let allowed = try Tool.run(
      ["check", "--advice", "--strict", path],
      shell: "cd \(folder.path); mkdir -p mortise && cp settings.json mortise/; export XDG_CONFIG_HOME=\(folder.path)")
    #expect(allowed.code == 0, "\(allowed)")
  }

  @Test(arguments: ["de", "fr", "es"]) func messagesAreInTheLanguageOfTheBlocks(language: String) throws {
    let path = try file("<xml><block type='variables_get'><field name='VAR'>x</field></block></xml>", "a.xml")
    let english = try Tool.run(["check", "--advice", path]).output
    let outcome = try Tool.run(["check", "--advice", "--language", language, path])
    #expect(outcome.output.split(separator: "\n").count == english.split(separator: "\n").count)
    #expect(outcome.output != english && !outcome.output.contains("never set"), "\(outcome)")
  }

  @Test func rulesAreInSARIF() throws {
    let path = try file(Self.program)
    let output = try Tool.run(["check", "--advice", "--format", "sarif", path]).output
    #expect(output.contains("\"ruleId\": \"never-set\"") && output.contains("\"id\": \"zero-loop\""))
    #expect(output.contains("\"level\": \"warning\"") && output.contains("\"level\": \"note\""))
    #expect(output.contains("Set the variable before you use it"))
  }

  @Test func praiseIsGivenWhenAskedFor() throws {
    let path = try file("to f\n  print 1\n\nf()\n")
    #expect(try !Tool.run(["check", "--advice", path]).output.contains("defines functions"))
    #expect(try Tool.run(["check", "--advice", "--praise", path]).output.contains("defines functions"))
  }
}
