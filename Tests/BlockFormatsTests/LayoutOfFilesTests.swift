import BlockFormats
import BlockModel
import Markup
import Testing

/// The layout of a file is kept when it is written.
@Suite struct LayoutOfFilesTests {
  private static let pretty = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="text_print" id="a" x="1" y="2">
        <value name="TEXT">
          <block type="text" id="b">
            <field name="TEXT">ä &lt; b</field>
          </block>
        </value>
      </block>
    </xml>
    """

  static let variants: [String] = [
    pretty, pretty + "\n", "\u{FEFF}" + pretty, pretty.replacing("\n", with: "\r\n") + "\r\n",
    pretty + "<!-- after -->", pretty + "\n<?after it?>\n<!-- <xml/> -->\n\n", "<xml/><!-- all -->\n",
    pretty.replacing("  ", with: "\t"), pretty.replacing("  ", with: "   "),
    #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<!-- by us -->\n" + pretty,
    pretty.replacing(#" xmlns="https://developers.google.com/blockly/xml""#, with: ""),
    FormatBench.json(#"{"type":"text","id":"a","x":1,"y":2,"fields":{"TEXT":"x"}}"#),
    FormatBench.json("") + "\n \n", pretty + "\n\n",
    "{\r\n\t\"blocks\": {\r\n\t\t\"languageVersion\": 0,\r\n\t\t\"blocks\": [\r\n\t\t\t{\r\n\t\t\t\t\"type\": \"logic_null\"\r\n\t\t\t}"
      + "\r\n\t\t]\r\n\t}\r\n}\r\n",
  ]

  @Test(arguments: variants) func layoutIsKept(text: String) throws {
    let bytes = Array(text.utf8)
    let written = FormatBench.write(try FormatBench.read(bytes))
    #expect(String(decoding: written, as: UTF8.self).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func emptyElementsFarFromTheBeginningCloseAsBefore() throws {
    let text = String(repeating: "a", count: 100_000)
    let program =
      #"<xml><block type="a" id="a"><mutation>\#(text)</mutation></block><block type="b" id="b"><mutation c="1"/></block></xml>"#
    #expect(String(decoding: FormatBench.write(try FormatBench.read(Array(program.utf8))), as: UTF8.self) == program)
  }

  /// To Swift, "\r\n" is one Character.
  @Test func linesOfSeveralLinesKeepTheirLineEnds() throws {
    let text =
      "<xml><block type=\"text_multiline\" id=\"a\" x=\"1\" y=\"2\"><field name=\"TEXT\">a&#13;&amp;#10;b&amp;#10;\u{301}</field></block></xml>"
    let program = try FormatBench.read(text)
    let field = try #require(program.workspace.blocks["a"]?.firstField(withName: "TEXT"))
    #expect(field.text.unicodeScalars.elementsEqual("a\r\nb\n\u{301}".unicodeScalars))
    #expect(
      String(decoding: FormatBench.write(program), as: UTF8.self).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [" ", "\r\n", "\n"]) func aDeclaredEncodingBecomesUTF8(space: String) throws {
    let text = "<?xml\(space)version=\"1.0\" encoding=\"ISO-8859-1\"?>\r\n<xml></xml>"
    let program = try FormatBench.read(text)
    #expect(FormatBench.write(program) == Array(text.replacing("ISO-8859-1", with: "UTF-8").utf8))
    #expect(program.style.lossInOtherFormat == nil)
  }

  @Test func otherEncodingsBecomeUTF8() throws {
    let text =
      #"<?xml version="1.0" encoding="UTF-16"?><xml><block type="text"><field name="TEXT">ä</field></block></xml>"#
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let program = try FormatBench.read(bytes)
    #expect(program.findings.map(\.kind) == [.note])
    let written = String(decoding: FormatBench.write(program), as: UTF8.self)
    #expect(written == text.replacing("UTF-16", with: "UTF-8"))
  }
}
