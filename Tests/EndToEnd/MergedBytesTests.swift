import FileTesting
import Testing

/// The bytes of a merged file: ours' where nothing changed, and theirs' where they changed something.
@Suite struct MergedBytesTests {
  private static let xml = """
    <xml xmlns='http://www.w3.org/1999/xhtml' >
    \t<block id='a'  type="text_print" disabled="true"><value name='TEXT'><shadow type="text" id="t"><title name='TEXT'>a</title></shadow></value></block>
    \t<block type="text_print" id='b'><comment h='80' w="160">it&#39;s</comment>
    \t\t<value name="TEXT"><shadow id="u" type="text"><field name="TEXT">b</field></shadow></value></block>
    </xml>

    """
  private static let json =
    #"{ "blocks" : {"languageVersion":0, "blocks":[ {"id":"a","type":"text_print","enabled":false,"inputs":{"TEXT":{"shadow":{"id":"t","type":"text","fields":{ "TEXT":"a" }}}}} ,"#
    + #"{"type":"text_print","id":"b","inputs":{"TEXT":{"shadow":{"type":"text","id":"u","fields":{"TEXT":"b"}}}}}]}}"#

  private func merged(_ base: String, _ ours: String, _ theirs: String, as kind: String) throws -> String {
    let folder = try TemporaryFolder()
    let paths = ["base", "ours", "theirs"].map { folder.file("\($0).\(kind)") }
    for (text, path) in zip([base, ours, theirs], paths) { try Tool.write(text, to: path) }
    let outcome = try Tool.run(["merge"] + paths + ["-o", folder.file("merged.\(kind)")])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return Tool.read(folder.file("merged.\(kind)"))
  }

  /// Ours changes one text, and theirs writes the other one in its own way and adds a block.
  @Test func theirsTextIsTaken() throws {
    let field = "<title name='TEXT'>&#98;2</title>"
    let added = "\t<block type='text_print'  id=\"c\" disabled='true' ></block>\n"
    func edited(_ text: String, ours: Bool, theirs: Bool) -> String {
      var text = text
      if ours { text = text.replacing(">a<", with: ">a1<") }
      if theirs {
        text = text.replacing("<field name=\"TEXT\">b</field>", with: field).replacing("</xml>", with: added + "</xml>")
      }
      return text
    }
    let (ours, theirs) = (edited(Self.xml, ours: true, theirs: false), edited(Self.xml, ours: false, theirs: true))
    let merged = try merged(Self.xml, ours, theirs, as: "xml")
    #expect(
      merged == edited(Self.xml, ours: true, theirs: true).replacing(field, with: "<field name=\"TEXT\">&#98;2</field>")
    )
  }

  @Test func theirsJSONIsTaken() throws {
    let added = #", {"id":"c", "type":"text_print" ,"enabled":false}]}}"#
    let ours = Self.json.replacing(#"{ "TEXT":"a" }"#, with: #"{ "TEXT":"a1" }"#)
    let theirs = Self.json.replacing(#"{"TEXT":"b"}"#, with: #"{"TEXT" : "\u0062"}"#).replacing("]}}", with: added)
    let merged = try merged(Self.json, ours, theirs.replacing(#""\u0062""#, with: #""\u00622""#), as: "json")
    #expect(
      merged
        == ours.replacing(#"{"TEXT":"b"}"#, with: #"{"TEXT":"\u00622"}"#).replacing("]}}", with: added))
  }
}
