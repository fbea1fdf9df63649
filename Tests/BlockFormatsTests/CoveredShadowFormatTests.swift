import BlockFormats
import BlockModel
import Testing

/// Covered shadows are written completely in both formats, like visible ones.
@Suite struct CoveredShadowFormatTests {
  private static func xml(_ shadow: String) -> String {
    #"<xml xmlns="https://developers.google.com/blockly/xml"><block type="text_print" id="p" x="0" y="0">"#
      + #"<value name="TEXT">"# + shadow
      + #"<block type="text" id="t"><field name="TEXT">a</field></block></value></block></xml>"#
  }

  static let inXML: [String] = [
    #"<shadow type="text_join" id="s"><mutation items="3"></mutation></shadow>"#,
    #"<shadow type="text_join" id="s"><mutation items="3"></mutation><value name="ADD2"><shadow type="text" id="s2"></shadow></value></shadow>"#,
    #"<shadow type="controls_repeat_ext" id="s"><statement name="DO"><shadow type="text_print" id="s2"></shadow></statement></shadow>"#,
    #"<shadow type="controls_if" id="s"><mutation elseif="1" else="1"></mutation><statement name="DO1"><shadow type="text_print" id="s2"></shadow></statement></shadow>"#,
    #"<shadow type="lists_getIndex" id="s"><mutation statement="true" at="false"></mutation><field name="MODE">REMOVE</field><field name="WHERE">LAST</field></shadow>"#,
    #"<shadow type="text_charAt" id="s"><mutation at="false"></mutation><field name="WHERE">LAST</field></shadow>"#,
    #"<shadow type="text_join" id="s"><mutation items="3" note="mine"><own></own></mutation></shadow>"#,
    #"<shadow type="mystery" id="s" own="1"><mutation a="1"></mutation><field name="F" own="2">1</field><statement name="A"><shadow type="mystery" id="s2"></shadow></statement></shadow>"#,
    #"<shadow type="procedures_callreturn" id="s"><mutation name="f"><arg name="x"></arg></mutation></shadow>"#,
    // A covered shadow inside another covered shadow.
    #"<shadow type="text_print" id="s"><value name="TEXT"><shadow type="text_join" id="s2"><mutation items="4"></mutation></shadow><block type="text" id="b"><field name="TEXT">a</field></block></value></shadow>"#,
  ]

  @Test(arguments: inXML) func xmlSurvivesConversionToJSON(shadow: String) throws {
    let text = Self.xml(shadow)
    let program = try FormatBench.read(text)
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == text)
    let json = ProgramWriter.write(program.workspace, style: .compact(.json)).bytes
    let back = ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.xml)).bytes
    #expect(String(decoding: back, as: UTF8.self) == text)
  }

  /// The kind of an unknown input follows from its block, not from the covered shadow.
  @Test func theBlockDeterminesTheKindOfAnUnknownInput() throws {
    let text =
      #"<xml xmlns="https://developers.google.com/blockly/xml"><block type="mystery" id="m" x="0" y="0">"#
      + #"<statement name="A"><shadow type="math_number" id="s"></shadow><block type="text_print" id="p"></block>"#
      + #"</statement></block></xml>"#
    let json = ProgramWriter.write(try FormatBench.read(text).workspace, style: .compact(.json)).bytes
    let back = ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.xml)).bytes
    #expect(String(decoding: back, as: UTF8.self) == text)
  }

  static let inJSON: [String] = [
    #"{"type":"text_join","id":"s","extraState":{"itemCount":3}}"#,
    #"{"type":"text_join","id":"s","extraState":{"itemCount":3,"note":[1]}}"#,
    #"{"type":"controls_if","id":"s","extraState":{"elseIfCount":1,"hasElse":true},"inputs":{"DO1":{"shadow":{"type":"text_print","id":"s2"}}}}"#,
    #"{"type":"lists_getIndex","id":"s","extraState":{"isStatement":true},"fields":{"MODE":"REMOVE","WHERE":"LAST"}}"#,
    #"{"type":"mystery","id":"s","extraState":{"a":1},"fields":{"F":1},"own":2}"#,
    #"{"type":"procedures_callreturn","id":"s","extraState":{"name":"f","params":["x"]}}"#,
  ]

  @Test(arguments: inJSON) func jsonSurvivesConversionToXML(shadow: String) throws {
    let text = FormatBench.json(
      #"{"type":"text_print","id":"p","x":0,"y":0,"inputs":{"TEXT":{"shadow":"# + shadow
        + #","block":{"type":"text","id":"t","fields":{"TEXT":"a"}}}}}"#)
    let program = try FormatBench.read(text)
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == text)
    let xml = ProgramWriter.write(program.workspace, style: .compact(.xml)).bytes
    let back = ProgramWriter.write(try FormatBench.read(xml).workspace, style: .compact(.json)).bytes
    #expect(String(decoding: back, as: UTF8.self) == text)
  }

  /// As in Blockly, a block covers the shadow of an earlier element for its input, and the last of two shadows counts.
  @Test func aBlockCoversTheShadowOfAnEarlierElement() throws {
    let first = #"<value name="TEXT"><shadow type="text" id="s"></shadow></value>"#
    func read(_ second: String) throws -> (block: Block?, covered: String?, findings: [String]) {
      let program = try FormatBench.read(
        FormatBench.xml(#"<block type="text_print" id="p">\#(first)<value name="TEXT">\#(second)</value></block>"#))
      let connection = program.workspace.blocks["p"]?.firstInput(withName: "TEXT")?.connection
      return (connection?.targetBlock, connection?.coveredShadow?.records.first?.id, program.findings.map(\.message))
    }
    var found = try read(#"<block type="text" id="b"></block>"#)
    #expect(found.block?.id == "b" && found.covered == "s" && found.findings == [])
    found = try read(#"<shadow type="text" id="s2"></shadow><block type="text" id="b"></block>"#)
    #expect(found.block?.id == "b" && found.covered == "s2")
    #expect(
      found.findings == ["two shadows are in the same place of text_print; the first was left out, as Blockly does"])
  }
}
