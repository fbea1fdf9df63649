import BlockFormats
import BlockLibrary
import BlockModel
import Testing

@testable import BlockNotation

/// A text with ids and places gives back the file that it was made from, however that is written; an edit of the text
/// changes only its own bytes there.
@Suite struct SourceLinesTests {
  private static let xml = """
    <?xml version='1.0'?>
    <xml xmlns='https://developers.google.com/blockly/xml' >
      <!-- ours -->
      <block id='a' type="text_print" disabled="true" y="2" x='1'><comment w="160" h='80'>c&#39;s</comment>
        <value name="TEXT"><shadow xmlns="" type="text" id="t"><title name="TEXT">one</title></shadow></value>
      </block>
      <block type="controls_if" id="i" x="0" y="90"><mutation else="1"></mutation><statement name="ELSE"/></block>
    </xml>
    """
  private static let json =
    #"{ "blocks" : {"languageVersion":0, "blocks":[ {"id":"n","type":"math_number","x":1,"y":2,"fields":{"NUM":"240.0"},"enabled":false}]}}"#

  private let factory: BlockFactory

  init() throws { factory = try StockBlocks.factory() }

  private func text(of file: String) throws -> String {
    let format = file.hasPrefix("{") ? BlocklyFormat.json : .xml
    let read = try format.read(Array(file.utf8), context)
    let text = try #require(TextFormat().convert(read, options: [.ids, .places], cache: ProgramCache()))
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private var context: ReadingContext { ReadingContext(factory: factory, randomness: SystemNumbers()) }

  private func file(of text: String, as format: BlocklyFormat) throws -> String {
    let read = try TextFormat().read(Array(text.utf8), context)
    let file = try #require(format.convert(read, options: [], cache: ProgramCache()))
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test func theTextGivesTheFileBack() throws {
    #expect(try file(of: text(of: Self.xml), as: .xml) == Self.xml)
    let json = try text(of: Self.json)
    #expect(try file(of: json, as: .json) == Self.json, "\(json)")
    #expect(try file(of: text(of: Self.xml).replacing("\n", with: "\r\n"), as: .xml) == Self.xml)
  }

  @Test func anEditOfTheTextChangesItsOwnBytes() throws {
    let text = try text(of: Self.xml)
    #expect(text.ranges(of: "\"one\" ").count + text.ranges(of: "\"one\"\n").count >= 1, "\(text)")
    let edited = text.replacing("print \"one\"", with: "print \"two\"").replacing("(\"one\" @", with: "(\"two\" @")
    #expect(edited != text, "\(text)")
    #expect(try file(of: edited, as: .xml) == Self.xml.replacing(">one<", with: ">two<"))
  }

  /// The notation has one form for numbers and for texts that are numbers.
  @Test func numbersThatAreTextsStayTexts() throws {
    let file =
      #"{"blocks":{"languageVersion":0,"blocks":[{"type":"math_number","id":"n","x":1,"y":2,"fields":{"NUM":"240.0"}}]}}"#
    #expect(try self.file(of: text(of: file), as: .json) == file)
  }

  /// What Mortise writes in the same bytes needs no source.
  @Test func aFileOfBlocklysNeedsNone() throws {
    let file =
      #"<xml xmlns="https://developers.google.com/blockly/xml"><block type="text" id="a" x="0" y="0"><field name="TEXT">a</field></block></xml>"#
    #expect(try !text(of: file).contains("@source"))
  }

  @Test func aDamagedSourceIsLeftOut() throws {
    let text = try text(of: Self.xml).replacing("<block id='a'", with: "<<block")
    #expect(try file(of: text, as: .xml).contains("<block type=\"text_print\" id=\"a\""))
    #expect(throws: NotationError.self) { try TextFormat().read(Array("@source(7)\n".utf8), context) }
  }
}
