import Markup
import Testing

@Suite struct TextEncodingTests {
  private static let text = "<xml>ä€😀</xml>"

  private static func utf16(_ text: String, isLittle: Bool, mark: Bool) -> [UInt8] {
    var units = Array(text.utf16)
    if mark { units.insert(0xFEFF, at: 0) }
    return units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
  }

  @Test(arguments: [true, false], [true, false]) func utf16IsRead(isLittle: Bool, mark: Bool) throws {
    let bytes = Self.utf16(Self.text, isLittle: isLittle, mark: mark)
    let encoding = TextEncoding.of(bytes)
    #expect(encoding == (isLittle ? .utf16LittleEndian : .utf16BigEndian))
    #expect(try encoding.utf8(bytes) == Array(Self.text.utf8))
  }

  @Test func latin1IsReadIfDeclared() throws {
    let start = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8)
    let bytes = start + [0xE4] + Array("</a>".utf8)
    #expect(TextEncoding.of(bytes) == .latin1)
    #expect(try TextEncoding.latin1.utf8(bytes) == start + Array("ä</a>".utf8))
    #expect(TextEncoding.of(Array("<a>ISO-8859-1</a>".utf8)) == .utf8)
  }

  @Test func brokenUTF16IsReported() {
    let half: [UInt8] = [0xFF, 0xFE, UInt8(ascii: "<"), 0, 0x00, 0xD8]
    let alone = #expect(throws: MarkupError.self) { try TextEncoding.of(half).utf8(half) }
    #expect(alone?.description == "1:2: unpaired surrogate in the UTF-16")
    let odd: [UInt8] = [0xFF, 0xFE, UInt8(ascii: "<")]
    let middle = #expect(throws: MarkupError.self) { try TextEncoding.of(odd).utf8(odd) }
    #expect(middle?.cause == "the text ends in the middle of a UTF-16 character")
  }
}
