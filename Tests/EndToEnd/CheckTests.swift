import FileTesting
import Testing

@Suite struct CheckTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.xml")
  }

  private func check(_ content: String, _ options: String...) throws -> Tool.Outcome {
    try Tool.write("<xml>\n\(content)\n</xml>\n", to: path)
    return try Tool.run(["check", path] + options)
  }

  /// What an app keeps behind the program is mentioned, and is no problem.
  @Test func whatFollowsTheProgramIsNoProblem() throws {
    try Tool.write("<xml></xml>\n<Extra/>\n", to: path)
    #expect(
      try Tool.run(["check", path])
        == Tool.Outcome(
          code: 0,
          output: """
            \(path): 0 blocks, no problems
            \(path):2:1: note: something else follows </xml>; it is kept as it is

            """, errors: ""))
    #expect(try Tool.run(["convert", path, "--to", "json", "-o", "-"]).errors.isEmpty)
  }

  @Test func aValidProgramHasNoProblems() throws {
    #expect(
      try check("<block type=\"logic_null\"></block>")
        == Tool.Outcome(code: 0, output: "\(path): 1 block, no problems\n", errors: ""))
    #expect(
      try Tool.run(["check", "--format", "json", "--", path]) == Tool.Outcome(code: 0, output: "[]\n", errors: ""))
  }

  /// Earlier versions named inputs in the comments of a merge's copies.
  @Test(arguments: [
    ", theirs:\nours changed 1 to 2, theirs to 3\n\nPart: NUM",
    ": theirs\nours changed 1 to 2, theirs to 3\nPart: NUM", ": theirs\nNUM: before “1”, ours “2”, theirs “3”",
  ]) func aConflictIsToldInWords(_ note: String) throws {
    let outcome = try check(
      "<block type='math_number' disabled-reasons='MANUALLY_DISABLED'><comment>Merge conflict (mortise)\(note)"
        + "\nOurs: id n</comment><field name='NUM'>3</field></block><block type='math_number' id='n'/>")
    let words = "a merge conflict isn't settled: ours changed 1 to 2, theirs to 3; delete the copy when it is\n"
    #expect(outcome.code == 1 && outcome.output.hasSuffix(words), "\(outcome.output)")
  }

  @Test func aConflictInACommentIsToldInWords() throws {
    try Tool.write(
      #"{"workspaceComments":[{"text":"Merge conflict (mortise): both sides change a comment\nhello"}]}"#, to: path)
    let outcome = try Tool.run(["check", path])
    #expect(outcome.output.contains("settled: both sides change a comment; delete"), "\(outcome.output)")
  }

  static let problems: [(content: String, message: String)] = [
    ("<block", "3:1: this isn't well-formed XML; write a stray < or & as &lt; or &amp;"),
    ("<block type='mystery'/>", "2:1: the block type “mystery” is unknown; it is kept as it is"),
    (
      "<block type='procedures_callnoreturn'><mutation name='f'/></block>",
      "2:1: the function “f” is called, but not defined"
    ),
    (
      "<block type='procedures_defnoreturn'><field name='NAME'>f</field></block>"
        + "<block type='procedures_callnoreturn'><mutation name='f'><arg name='x'/></mutation></block>",
      "2:74: the function “f” is called with (x), but takes no inputs"
    ),
    (
      "<block type='procedures_defnoreturn'><field name='NAME'>f</field></block>"
        + "<block type='procedures_defnoreturn'><field name='NAME'>F</field></block>",
      "2:74: the function “F” is defined twice"
    ),
    ("<block type='controls_flow_statements'/>", "2:1: controls_flow_statements is outside any loop"),
    ("<block type='procedures_ifreturn'/>", "2:1: procedures_ifreturn is outside any function"),
    ("<shadow type='logic_null'/>", "2:1: a shadow is at the top level; shadows belong in inputs"),
    (
      "<block type='text_print'><value name='FOO'><block type='logic_null'/></value></block>",
      "2:1: text_print has no input “FOO”; its content is kept"
    ),
    (
      "<block type='procedures_defnoreturn'><field name='NAME'>f</field><next><block type='text_print'/></next></block>",
      "2:1: procedures_defnoreturn can't be followed by a block, but is"
    ),
    (
      "<variables><variable id='v' type='Number'>x</variable></variables>"
        + "<block type='variables_get'><field name='VAR' id='v'>x</field></block>",
      "2:95: the field refers to a variable without a type, but “x” is one of the type “Number”"
    ),
    (
      "<block type='text_print'/><variables></variables>",
      "2:27: <variables> comes after a block; Blockly expects it once, before all blocks"
    ),
    (
      "<variables></variables><variables></variables>",
      "2:24: <variables> appears twice; Blockly expects it once, before all blocks"
    ),
    (
      "<variables><variable id='v'>x</variable><variable id='w'>X</variable></variables>",
      "1:1: two variables have the name “X”"
    ),
    (
      "<block type='math_number'><field name='NUM'>\u{9B}1</field></block>",
      "2:1: field NUM: “\u{FFFD}1” isn't a number"
    ),
  ]

  @Test(arguments: problems) func problemsAreOneLine(problem: (content: String, message: String)) throws {
    var outcome = try check(problem.content)
    // How to get the definitions of unknown blocks is a note, behind the problem.
    outcome.output.replace(/.*: note: .*\n/, with: "")
    #expect(outcome == Tool.Outcome(code: 1, output: "\(path):\(problem.message)\n", errors: ""))
  }

  /// The link in parentheses can be passed to the editor unchanged.
  @Test func problemsNameTheirLocation() throws {
    let outcome = try check("<block type='math_number' id='a/b #1'><field name='NUM'>x</field></block>")
    #expect(
      outcome.output == "\(path):2:1: field NUM: “x” isn't a number (\(path)#block=a%2Fb%20%231/field=NUM)\n")
    let unknown = try check("<block type='mystery' id='m'/>")
    #expect(unknown.output.contains(" (\(path)#block=m)\n"))
    #expect(try !Tool.run(["check", "-"], input: path).output.contains("#block"))
  }

  @Test func severalFilesAreCheckedDespiteErrors() throws {
    _ = try check("<block type='logic_null'/>")
    let none = folder.file("none.xml")
    let outcome = try Tool.run(["check", none, path, folder.path])
    #expect(outcome.code == 1)
    #expect(outcome.output == "\(path): 1 block, no problems\n")
    #expect(
      outcome.errors == """
        mortise: can't read \(none): there is no such file
        mortise: can't read \(folder.path): it is a folder; choose a file in it

        """)
  }

  /// A link must also work when the program is opened again.
  @Test(arguments: ["T", ""]) func locationsWithReplacedIDsAreStable(id: String) throws {
    let number = "<block type='math_number' id='\(id)'><field name='NUM'>ten</field></block>"
    let first = try check(number + number)
    #expect(first.output.contains("this block got a new one (\(path)#block="))
    #expect(try Tool.run(["check", path]) == first)
  }

  @Test func standardInputIsChecked() throws {
    _ = try check("<block type='logic_null'/>")
    #expect(try Tool.run(["check", "-"], input: path).output == "standard input: 1 block, no problems\n")
  }
}
