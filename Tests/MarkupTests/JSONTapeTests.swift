import Markup
import Testing

@Suite struct JSONTapeTests {
  /// Texts of every length around the sizes that a pool compares at once, with one byte changed at every position.
  private static let texts: [String] = (0...30).flatMap { length in
    let plain = Array(repeating: UInt8(ascii: "a"), count: length)
    let changed = (0..<length).map { position in
      var bytes = plain
      bytes[position] = UInt8(ascii: "b")
      return bytes
    }
    return ([plain] + changed).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func poolTellsTextsApart() throws {
    let texts = Self.texts + ["größer ⇒ weiter", "\u{0}", "\u{0}\u{0}", "a\u{0}", "\u{0}a"]
    let value = try JSONParser.parse(
      JSONValue.building { json in
        json.beginArray()
        for text in texts + texts { json.string(text) }
        json.endArray()
      }.text())
    let tape = JSONTape(of: value)
    try withExtendedLifetime(value) {
      var pool = JSONStringPool()
      for (element, text) in zip(value.elements, texts + texts) {
        let string = pool.string(try #require(tape.text(at: element.tapeIndex)))
        #expect(string == text)
      }
    }
  }

  /// The memory of a built value ends with its last string.
  @Test func poolReadsTheLastStringOfABuiltValue() throws {
    for text in Self.texts {
      let value = JSONValue.string(text)
      try withExtendedLifetime(value) {
        var pool = JSONStringPool()
        let string = pool.string(try #require(JSONTape(of: value).text(at: value.tapeIndex)))
        #expect(string == text)
      }
    }
  }

  @Test func poolReportsNewStrings() throws {
    let value = try JSONParser.parse(#"["if", "", "if", ""]"#)
    let tape = JSONTape(of: value)
    try withExtendedLifetime(value) {
      var pool = JSONStringPool()
      let news = try value.elements.map { element in
        var isNew = false
        _ = pool.string(try #require(tape.text(at: element.tapeIndex)), isNew: &isNew)
        return isNew
      }
      #expect(news == [true, true, false, false])
    }
  }

  @Test func keysAreComparedAndSkipValues() throws {
    let value = try JSONParser.parse(#"{"type": {"id": 1}, "id": [2, {}], "x": 3.5, "": "id"}"#)
    let tape = JSONTape(of: value)
    withExtendedLifetime(value) {
      let keys = Array(tape.keys(ofObjectAt: value.tapeIndex))
      #expect(keys.map { tape.key(at: $0).string } == ["type", "id", "x", ""])
      let found = keys.map { key -> Int in
        switch tape.key(at: key) {
        case "id": 1
        case "type": 2
        case "": 3
        default: 0
        }
      }
      #expect(found == [2, 1, 0, 3])
      #expect(tape.value(at: keys[2] + 1).number == 3.5)
      #expect(Array(tape.keys(ofObjectAt: keys[1] + 1)).isEmpty)
    }
  }
}
