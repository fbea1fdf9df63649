import Markup
import Testing

@Suite struct ByteTextTests {
  static let samples: [[UInt8]] = [
    [], Array("ä\r\n\u{0}\u{FEFF}𝄞".utf8), [0xFF], [0x41, 0xC3], [0xE2, 0x82, 0x41], [0xF0, 0x9D, 0x84],
    [0xED, 0xA0, 0x80], [0xC0, 0x80, 0xF5, 0x80],
    // The stand-in of a byte, as text.
    Array("\u{10DC80}\u{10DCFF}\u{10DC00}".utf8),
  ]

  @Test(arguments: samples) func bytesComeBack(bytes: [UInt8]) throws {
    let text = ByteText.text(of: bytes[...])
    #expect(ByteText.bytes(of: text) == bytes)
    // Also through JSON, which is always UTF-8.
    let json = JSONValue.string(text).text()
    #expect(ByteText.bytes(of: try #require(try JSONParser.parse(json).string)) == bytes)
  }

  @Test func textStaysAsItIs() {
    #expect(ByteText.text(of: Array("a ä €".utf8)[...]) == "a ä €")
  }
}
