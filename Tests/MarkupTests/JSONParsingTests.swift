import Markup
import Testing

@Suite struct JSONParsingTests {
  static let failures: [(text: String, message: String)] = [
    ("", "1:1: the file contains no JSON value"),
    ("{\n  \"a\" 1}", "2:7: a colon is missing after the key"),
    ("{\"a\": 1,}", "1:9: a key in double quotes is missing"),
    ("[1\n 2]", "2:2: a comma or ] is missing"),
    ("{\"a\": [1, 2", "1:12: the text ends before the [ of line 1 is closed"),
    ("{\"a\": nul}", "1:7: “nul” isn't a JSON value"),
    ("[1e999]", "1:2: the number 1e999 is out of range"),
    ("[18446744073709551616,\n 1e999]", "2:2: the number 1e999 is out of range"),
    ("[\(String(repeating: "9", count: 400))]", "1:2: the number 999999999999999999999999 is out of range"),
    ("[NaN]", "1:2: “NaN” isn't a JSON value"),
    ("[\"a\u{1}\"]", "1:4: a control character (0x1) in a string"),
    ("[\"\\x\"]", "1:3: unknown escape in a string"),
    ("[\"a]", "1:2: the string is not closed"),
    ("[] []", "1:4: there is more text after the end of the JSON value"),
  ]

  @Test(arguments: failures) func errorsAreReported(failure: (text: String, message: String)) {
    let error = #expect(throws: MarkupError.self) { try JSONParser.parse(failure.text) }
    #expect(error?.description == failure.message)
  }

  @Test func invalidUTF8IsReported() {
    let bytes = Array("[\n\"ä".utf8) + [0xC3] + Array("\"]".utf8)
    let error = #expect(throws: MarkupError.self) { try JSONParser.parse(bytes) }
    #expect(error?.description == "2:3: the text is not valid UTF-8 (byte 0xC3)")
  }

  @Test func membersAreFoundByTheirKeys() throws {
    let json = try JSONParser.parse(##"{"a": 1, "": 2, "ä\u0062": {"a": 3}, "a": [4], "ab": 5, "b": null}"##)
    #expect(json["a"]?.kind == .array, "the last one of several, as in ECMAScript")
    #expect(json[""]?.integer == 2 && json["äb"]?["a"]?.integer == 3 && json["ab"]?.integer == 5)
    #expect(json["b"]?.isNull == true && json["c"] == nil && json["abc"] == nil && json["a"]?["a"] == nil)
  }

  @Test func everyPrefixIsAnErrorOrAValue() {
    let text = Array("{\"a\": [1.5e3, -2, \"ä\\u00e9\\ud83d\\ude00\", true, null, {}]}\n".utf8)
    for end in text.indices { _ = try? JSONParser.parse(Array(text[..<end])) }
    #expect(throws: Never.self) { try JSONParser.parse(text) }
  }

  @Test func deepTextIsReadCopiedAndWritten() throws {
    let depth = 200_000
    let text = String(repeating: "{\"a\":[", count: depth) + "1" + String(repeating: "]}", count: depth)
    let value = try JSONParser.parse(text)
    #expect(value.detached == value)
    #expect(value.text() == text)
  }

  @Test func offsetsHavePositions() throws {
    let bytes = Array("{\"a\": 1,\n \"b\": [true,\n  \"ä\", 12.5]}".utf8)
    let list = try #require(try JSONParser.parse(bytes)["b"])
    let offsets = list.elements.map(\.tapeIndex) + [list.tapeIndex]
    let positions = JSONParser.positions(of: offsets, in: bytes)
    #expect(offsets.map { positions[$0]?.description } == ["2:8", "3:3", "3:8", "2:7"])
  }
}
