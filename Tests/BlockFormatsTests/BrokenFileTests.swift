import BlockFormats
import BlockModel
import Testing

/// Files that are not programs, or are partly wrong: an error with its position, or a reported repair.
@Suite struct BrokenFileTests {
  static let failures: [(text: String, message: String)] = [
    ("", "1:1: the file is empty"),
    ("hello", "1:1: this is neither Blockly XML nor Blockly JSON"),
    ("<html></html>", "1:1: the root element is <html>, not Blockly's <xml>"),
    ("{\"a\": 1}", "1:1: the JSON isn't a Blockly program: it has no “blocks” and no “variables”"),
    ("{\"blocks\": 1}", "1:12: “blocks” must be an object"),
    ("{\"blocks\": {\"blocks\": {}}}", "1:23: “blocks” must be an array"),
    (FormatBench.json("7"), "1:42: “block” must be an object"),
    (FormatBench.json("{\"id\": \"a\"}"), "1:42: a block has no “type”"),
    (FormatBench.json("{\"type\": 5}"), "1:42: a block has no “type”"),
    (FormatBench.json("{\"type\":\"logic_null\",\"x\":1e300}"), "1:67: “x” is 1e+300, which is out of range"),
    (FormatBench.json("{\"type\":\"logic_null\",\"fields\":[]}"), "1:72: “fields” must be an object"),
    (
      FormatBench.json("{\"type\":\"logic_null\",\"inputs\":{\"A\":{\"blok\":{}}}}"),
      "1:85: “blok” is neither “block” nor “shadow”"
    ),
    ("{\"variables\": [{\"id\": \"a\"}]}", "1:16: a variable has no “name”"),
  ]

  @Test(arguments: failures) func errorsAreReported(failure: (text: String, message: String)) {
    #expect(FormatBench.fault(Array(failure.text.utf8)) == failure.message)
  }

  private static let scratch = "this is a Scratch project, whose blocks aren't Blockly's; open it in Scratch"
  private static let snap = "this is a Snap! file, whose blocks aren't Blockly's; open it in Snap!"
  private static let codeOrg =
    "this is a code.org level, which holds several programs; save the <xml> in its <start_blocks> as a file"

  static let foreignFiles: [(text: String, reason: String)] = [
    ("PK\u{3}\u{4}..project.json", scratch),
    (#"{"targets":[{"isStage":true,"blocks":{}}],"meta":{"semver":"3.0.0"}}"#, scratch),
    (#"<project name="a" app="Snap! 10, https://snap.berkeley.edu" version="2"></project>"#, snap),
    (#"<blocks app="Snap! 10, https://snap.berkeley.edu" version="2"></blocks>"#, snap),
    ("<Artist><blocks><start_blocks><xml></xml></start_blocks></blocks></Artist>", codeOrg),
    (
      #"{"main.blocks":"<xml></xml>","pxt.json":"{}"}"#,
      "this JSON holds the files of a MakeCode project; save the project as .mkcd in MakeCode, "
        + "or its main.blocks as a file"
    ),
  ]

  /// The user learns whose file it is, and what to do.
  @Test(arguments: foreignFiles) func filesOfOtherAppsAreNamed(file: (text: String, reason: String)) {
    #expect(FormatBench.fault(Array(file.text.utf8)) == "1:1: " + file.reason)
  }

  static let repairs: [(text: String, findings: [String])] = [
    (
      "<xml>\n<block type='logic_null' id='a'/>\n<block type='logic_null' id='a'/></xml>",
      ["3:1: the id “a” is used twice; this block got a new one"]
    ),
    (
      "<xml><variables><variable id='v'>a</variable>\n<variable id='v'>b</variable></variables></xml>",
      ["2:1: the variable id “v” is used twice; the first is used"]
    ),
    ("<xml><variables><variable id='v'></variable></variables></xml>", ["1:17: a variable has no name"]),
    (
      "<xml><comment id='c'>a</comment><comment id='c'>b</comment></xml>",
      ["1:33: the comment id “c” is used twice; this comment got a new one"]
    ),
    (
      "<xml><block type='logic_null' x='1e300' y='NaN'/></xml>",
      [
        "1:6: the coordinate “1e300” isn't a number in range and is ignored",
        "1:6: the coordinate “NaN” isn't a number in range and is ignored",
      ]
    ),
    (
      "<xml><block type='logic_null' collapsed='maybe'/></xml>",
      ["1:6: collapsed=“maybe” is neither true nor false and is ignored"]
    ),
    ("<xml><block type='math_number'><field name='NUM'>1e999</field></block></xml>", []),
    (
      "<xml><block type='math_number'><field name='NUM'>seven</field></block></xml>",
      ["1:6: field NUM: “seven” isn't a number"]
    ),
    (
      "<xml><block type='math_constant'><field name='CONSTANT'>TAU</field></block></xml>",
      ["1:6: field CONSTANT: “TAU” isn't one of the options"]
    ),
    ("<xml><block type='mystery'/></xml>", ["1:6: the block type “mystery” is unknown; it is kept as it is"]),
    (
      "<xml><!-- a --><block type='logic_null'><!-- b --></block></xml>",
      ["1:16: an XML comment is dropped when the program is written"]
    ),
    (
      "<xml><variables><!-- a --><variable>x<!-- b --></variable></variables><block type='text_print'>"
        + "<data><!-- c --></data><comment>d<?e?></comment><value name='TEXT'><!-- f --><block type='text'>"
        + "<field name='TEXT'>g<!-- h --></field></block></value><next><!-- i --><block type='text_print'/></next>"
        + "</block><comment>j<!-- k --></comment></xml><!-- kept -->",
      ["1:6: 8 XML comments are dropped when the program is written"]
    ),
    ("<xml>words<block type='logic_null'/></xml>", ["1:1: text directly in <xml> is ignored: “words”"]),
    (
      "<xml><block type='controls_if'><value name='IF0'><block type='math_number'/></value></block></xml>",
      ["1:50: a math_number block doesn't fit its place in controls_if"]
    ),
    (
      FormatBench.json("{\"type\":\"logic_null\",\"id\":7,\"collapsed\":\"yes\",\"x\":\"1\",\"data\":null}"),
      [
        "1:68: “id” must be a string, not a number; it is ignored",
        "1:82: “collapsed” must be true or false, not a string; it is ignored",
        "1:92: “x” must be a number, not a string; it is ignored",
        "1:103: “data” must be a string, not null; it is ignored",
      ]
    ),
    (
      FormatBench.json("{\"type\":\"logic_null\",\"disabledReasons\":[1,\"A\"]}"),
      ["1:82: “a reason in disabledReasons” must be a string, not a number; it is ignored"]
    ),
    ("{\"blocks\":{\"languageVersion\":9,\"blocks\":[]}}", ["1:30: the language version is 9, not 0; it is read as 0"]),
  ]

  @Test(arguments: repairs) func repairsAreReported(repair: (text: String, findings: [String])) throws {
    #expect(try FormatBench.findings(repair.text) == repair.findings)
  }

  @Test(arguments: [
    #"<?xml version="1.0"?><xml><variables><variable id="v">ä</variable></variables><block type="variables_set" id="b" x="1" y="2"><field name="VAR" id="v">ä</field><value name="VALUE"><shadow type="math_number"><field name="NUM">1</field></shadow></value><next><block type="controls_if"><mutation else="1"></mutation></block></next></block></xml>"#,
    #"{"blocks":{"languageVersion":0,"blocks":[{"type":"variables_set","id":"b","x":1,"y":2,"fields":{"VAR":{"id":"v"}},"inputs":{"VALUE":{"shadow":{"type":"math_number","fields":{"NUM":1}}}},"next":{"block":{"type":"controls_if","extraState":{"hasElse":true}}}}]},"variables":[{"name":"ä","id":"v"}]}"#,
  ])
  func everyPrefixIsReportedInOneLine(text: String) {
    let bytes = Array(text.utf8)
    for end in bytes.indices {
      let error = FormatBench.fault(Array(bytes[..<end]))
      #expect(error != nil)
      #expect(error?.contains { $0.isNewline } == false)
    }
    #expect(FormatBench.fault(bytes) == nil)
  }

  @Test func aBlockInStatementFormIsReadFromJSON() throws {
    let text = FormatBench.json(
      #"{"type":"controls_if","inputs":{"DO0":{"block":{"type":"lists_getIndex","extraState":{"isStatement":true},"fields":{"MODE":"REMOVE"}}}}}"#
    )
    let workspace = try FormatBench.read(text).workspace
    let child = try #require(workspace.blocks.values.first { $0.type == "lists_getIndex" })
    #expect(child.outputConnection == nil)
    #expect(child.previousConnection?.isInferred == false)
  }
}
