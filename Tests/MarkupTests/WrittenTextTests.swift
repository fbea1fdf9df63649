import Markup
import SeededTesting
import Testing

/// Written text is read back unchanged, whatever texts and numbers it contains.
@Suite struct WrittenTextTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func writtenJSONIsReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 1...50 {
      let (key, text) = (HardValues.text(using: &generator), HardValues.text(using: &generator))
      let number = HardValues.number(using: &generator)
      let value = JSONValue.building { json in
        json.beginObject()
        json.member(key, text)
        json.member("number", number)
        json.endObject()
      }
      for style in [JSONStyle.compact, .pretty] {
        let written = value.text(style: style)
        let read = try JSONParser.parse(written)
        #expect(read["number"]?.number == number, "seed \(seed): \(written)")
        let texts = read.members.map { "\($0.key)|\($0.value.string ?? "-")" }
        #expect(isSame(texts.joined(separator: "|"), "\(key)|\(text)|number|-"), "seed \(seed): \(written)")
        #expect(read.text(style: style).utf8.elementsEqual(written.utf8), "seed \(seed): \(written)")
      }
    }
  }

  /// Plain text is copied several bytes at a time; what needs escaping may be at any place of a text of any length.
  @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "\u{10D83D}", "é", "\u{7F}", "\u{10FFFF}"] as [Character])
  func everyPlaceOfATextIsEscaped(special: Character) throws {
    let escaped: [Character: String] = [
      "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{1F}": "\\u001f", "\u{10D83D}": "\\ud83d",
    ]
    for length in 0...40 {
      for place in 0...length {
        let (head, tail) = (String(repeating: " ", count: place), String(repeating: "!", count: length - place))
        let text = JSONValue.string("\(head)\(special)\(tail)").text()
        #expect(isSame(text, "\"\(head)\(escaped[special] ?? String(special))\(tail)\""), "\(place) of \(length)")
      }
      let plain = String("abcdefghijklmnopqrstuvwxyz0123456789äöü×".prefix(length))
      #expect(isSame(JSONValue.string(plain).text(), "\"\(plain)\""))
    }
  }

  @Test func textsLongerThanTheBufferAreWritten() {
    var writer = JSONWriter()
    writer.beginArray()
    for length in [1, 20_000, 3, 100_000] { writer.string(String(repeating: "x", count: length)) }
    writer.endArray()
    let texts = [1, 20_000, 3, 100_000].map { "\"\(String(repeating: "x", count: $0))\"" }
    #expect(writer.bytes.elementsEqual("[\(texts.joined(separator: ","))]".utf8))
    let bytes = writer.bytes
    #expect(writer.takeBytes() == bytes && writer.bytes.isEmpty)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func integersOfAnyLengthAreRead(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 1...50 {
      let text = HardValues.integerText(using: &generator)
      #expect(try JSONParser.parse("[\(text)]").elements.map(\.number) == [Double(text)], "seed \(seed): \(text)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func writtenXMLIsReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 1...50 {
      let (value, text) = (HardValues.text(using: &generator), HardValues.text(using: &generator))
      for style in [XMLStyle.compact, .pretty] {
        var writer = XMLWriter(style: style)
        writer.begin("a")
        writer.element("b", attributes: [XMLAttribute("c", value)], text: text)
        writer.end()
        let written = String(decoding: writer.bytes, as: UTF8.self)
        let read = try #require(try XMLParser.parse(writer.bytes).elements.first { _ in true })
        #expect(isSame(read[attribute: "c"] ?? "-", value), "seed \(seed): \(written)")
        #expect(isSame(read.text, text), "seed \(seed): \(written)")
      }
    }
  }

  @Test func blocklysControlCharactersAreReadAndWritten() throws {
    let text = "<a b=\"&#9;&#1;\">&#9;&#1;&#27;\u{B}&#x1f;&#65535;\u{FFFE}&#55357;<!--&#2;--></a>"
    let element = try XMLParser.parse(text)
    #expect(isSame(element.text, "\t\u{1}\u{1B}\u{B}\u{1F}\u{FFFF}\u{FFFE}\u{10D83D}"))
    #expect(
      element.xmlText()
        == "<a b=\"&#9;&#1;\">&#9;&#1;&#27;&#11;&#31;&#65535;&#65534;&#55357;<!--&#2;--></a>")
    #expect(try XMLParser.parse("<a><![CDATA[&#1;\u{1}]]></a>").text == "&#1;\u{1}")
  }

  @Test func anErrorAfterControlCharactersHasItsPosition() {
    let error = #expect(throws: MarkupError.self) { try XMLParser.parse("<a>&#1;&#31;\n&#2;<b></a>") }
    #expect(error?.description == "2:10: the end tag doesn't close <b>, which is open here")
    let other = #expect(throws: MarkupError.self) { try XMLParser.parse("<a>&#1;&#1114112;</a>") }
    #expect(other?.description == "1:8: invalid character number")
  }

  @Test func elementsAfterControlCharactersKeepTheirOffsets() throws {
    let text = "<a><b c=\"&#1;\"/>\u{1}<d/>&#x1F;<e/></a>"
    let offsets = try XMLParser.parse(text).elements.map(\.offset)
    let bytes = Array(text.utf8)
    #expect(offsets.map { String(decoding: bytes[$0..<$0 + 2], as: UTF8.self) } == ["<b", "<d", "<e"])
  }

  @Test func loneSurrogatesOfJSONAreReadAndWritten() throws {
    let text = #"{"\udc00":"\ud83d\ud83d\ude00\ud83dx"}"#
    let value = try JSONParser.parse(text)
    #expect(value.text() == #"{"\udc00":"\ud83d😀\ud83dx"}"#)
    #expect(try JSONParser.parse(value.text()) == value)
  }

  /// Compares as UTF-8, since Swift considers canonically equivalent texts equal.
  private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
