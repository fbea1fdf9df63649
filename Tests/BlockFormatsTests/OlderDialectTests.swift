import BlockFormats
import BlockModel
import Testing

/// What older versions of Blockly wrote is read, and written as Blockly 12.3 writes it.
@Suite struct OlderDialectTests {
  private static let current = #"""
    <xml xmlns="https://developers.google.com/blockly/xml"><block type="text_print" id="p" disabled-reasons="MANUALLY_DISABLED" x="1" y="2"><value name="TEXT"><block type="text" id="t"><field name="TEXT">x</field></block></value></block></xml>
    """#

  @Test(arguments: [
    #"<xml><block type="text_print" id="p" disabled="true" x="1" y="2"><value name="TEXT"><block type="text" id="t">"#
      + #"<title name="TEXT">x</title></block></value></block></xml>"#,
    #"{"blocks":{"languageVersion":0,"blocks":[{"type":"text_print","id":"p","x":1,"y":2,"enabled":false,"#
      + #""inputs":{"TEXT":{"block":{"type":"text","id":"t","fields":{"TEXT":"x"}}}}}]}}"#,
  ]) func itBecomesTodays(text: String) throws {
    let program = try FormatBench.read(text)
    #expect(program.findings.isEmpty)
    let json = ProgramWriter.write(program.workspace, style: .compact(.json)).bytes
    let xml = ProgramWriter.write(try FormatBench.read(json).workspace, style: .compact(.xml)).bytes
    #expect(String(decoding: xml, as: UTF8.self) == Self.current)
  }

  @Test func idsMayBeMissing() throws {
    let text =
      #"<xml><variables><variable>i</variable></variables><block type="variables_get"><field name="VAR">i</field></block></xml>"#
    let program = try FormatBench.read(text)
    #expect(program.findings.isEmpty)
    #expect(program.workspace.variables.all.map(\.name) == ["i"])
    #expect(String(decoding: FormatBench.write(program), as: UTF8.self) == text)
  }
}
