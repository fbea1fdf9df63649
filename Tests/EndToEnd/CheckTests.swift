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

  @Test func allIsWell() throws {
    #expect(
      try check("<block type=\"logic_null\"></block>")
        == Tool.Outcome(code: 0, output: "\(path): 1 block, no problems\n", errors: ""))
    #expect(try Tool.run(["check", "--json", "--", path]) == Tool.Outcome(code: 0, output: "[]\n", errors: ""))
  }

  static let problems: [(content: String, message: String)] = [
    ("<block", "3:1: this is not well-formed XML; a stray < or & is written &lt; or &amp;"),
    ("<block type='mystery'/>", "2:1: the block type “mystery” is not known; it is kept as it is"),
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
    ("<block type='controls_flow_statements'/>", "2:1: controls_flow_statements stands in no loop"),
    ("<block type='procedures_ifreturn'/>", "2:1: procedures_ifreturn stands in no function"),
    ("<shadow type='logic_null'/>", "2:1: a shadow stands at the top level; shadows belong into inputs"),
    (
      "<block type='text_print'><value name='FOO'><block type='logic_null'/></value></block>",
      "2:1: text_print has no input “FOO”; what stands there is kept"
    ),
    (
      "<block type='procedures_defnoreturn'><field name='NAME'>f</field><next><block type='text_print'/></next></block>",
      "2:1: nothing can follow procedures_defnoreturn, but a block does"
    ),
    (
      "<variables><variable id='v' type='Number'>x</variable></variables>"
        + "<block type='variables_get'><field name='VAR' id='v'>x</field></block>",
      "2:95: the field refers to a variable without a type, but “x” is one of the type “Number”"
    ),
    (
      "<block type='text_print'/><variables></variables>",
      "2:27: <variables> stands behind a block; Blockly takes it once, before all blocks"
    ),
    (
      "<variables></variables><variables></variables>",
      "2:24: <variables> is here a second time; Blockly takes it once, before all blocks"
    ),
    (
      "<variables><variable id='v'>x</variable><variable id='w'>X</variable></variables>",
      "1:1: two variables have the name “X”"
    ),
    (
      "<block type='math_number'><field name='NUM'>\u{9B}1</field></block>",
      "2:1: field NUM: “\u{FFFD}1” is no number"
    ),
  ]

  @Test(arguments: problems) func problemsAreOneLine(problem: (content: String, message: String)) throws {
    #expect(
      try check(problem.content) == Tool.Outcome(code: 1, output: "\(path):\(problem.message)\n", errors: ""))
  }

  @Test func problemsAsJSON() throws {
    let outcome = try check("<block type='math_number' id='n'><field name='NUM'>x</field></block>", "--json")
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        [
          {
            "file": "\(path)",
            "line": 2,
            "column": 1,
            "message": "field NUM: “x” is no number",
            "block": "n",
            "field": "NUM",
            "place": "\(path)#block=n/field=NUM"
          }
        ]

        """)
  }

  /// What stands in brackets can be given to the editor as it is.
  @Test func problemsNameTheirPlace() throws {
    let outcome = try check("<block type='math_number' id='a/b #1'><field name='NUM'>x</field></block>")
    #expect(
      outcome.output == "\(path):2:1: field NUM: “x” is no number (\(path)#block=a%2Fb%20%231/field=NUM)\n")
    let unknown = try check("<block type='mystery' id='m'/>")
    #expect(unknown.output.hasSuffix(" (\(path)#block=m)\n"))
    #expect(try !Tool.run(["check", "-"], input: path).output.contains("#block"))
  }

  @Test func severalFiles() throws {
    _ = try check("<block type='logic_null'/>")
    let none = folder.file("none.xml")
    let outcome = try Tool.run(["check", none, path, folder.path])
    #expect(outcome.code == 1)
    #expect(outcome.output == "\(path): 1 block, no problems\n")
    #expect(
      outcome.errors == """
        mortise: cannot read \(none): there is no such file
        mortise: cannot read \(folder.path): it is a folder; name a file in it

        """)
  }

  /// A place must be there at the next opening, too.
  @Test(arguments: ["T", ""]) func placesOfIDsThatAreReplaced(id: String) throws {
    let number = "<block type='math_number' id='\(id)'><field name='NUM'>ten</field></block>"
    let first = try check(number + number)
    #expect(first.output.contains("this block got a new one (\(path)#block="))
    #expect(try Tool.run(["check", path]) == first)
  }

  @Test func standardInput() throws {
    _ = try check("<block type='logic_null'/>")
    #expect(try Tool.run(["check", "-"], input: path).output == "standard input: 1 block, no problems\n")
  }
}
