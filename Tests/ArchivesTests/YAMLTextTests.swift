import SeededTesting
import Testing

@testable import Archives

@Suite struct YAMLTextTests {
  private let path: [YAMLText.Step] = [.key("actions"), .any, .key("configuration"), .key("blockSource")]

  private func yaml(_ text: String) throws -> YAMLText { try YAMLText(Array(text.utf8)) }

  private static let rule = """
    # The lamps
    configuration: {}
    actions:
      - inputs: {blockSource: no}
        id: "1"   # the first
        configuration:
          type: a
          blockSource: <xml
            a="1"/>
      - configuration: {type: b, blockSource: 'it''s'}
        blockSource: no
      - configuration: &c
          blockSource: |-  # here
            <xml>
              <block/>

            </xml>

          type: c
      - configuration: *c

    """

  @Test func valuesAreFoundByTheirPath() throws {
    let text = try yaml(Self.rule)
    let scalars = text.scalars(at: path)
    #expect(scalars.map(\.value) == [#"<xml a="1"/>"#, "it's", "<xml>\n  <block/>\n\n</xml>"])
    #expect(scalars.map(\.style) == [.plain, .singleQuoted, .literal])
    #expect(scalars.map { $0.path[1] } == ["0", "1", "2"])
    let parts = scalars.map { String(decoding: text.bytes[$0.range], as: UTF8.self) }
    #expect(parts[0] == "<xml\n        a=\"1\"/>")
    #expect(parts[1] == "'it''s'")
    #expect(parts[2].hasPrefix("|-  # here\n") && parts[2].hasSuffix("</xml>\n\n"))
  }

  @Test func onlyTheValueChanges() throws {
    var text = try yaml(Self.rule)
    for (index, value) in ["<xml a=\"2\"/>", "it's new", "<xml>\n\t<a/>\n</xml>"].enumerated() {
      text = try text.replacing(text.scalars(at: path)[index], with: value)
    }
    let expected = Self.rule.replacing("<xml\n        a=\"1\"/>", with: "<xml a=\"2\"/>").replacing(
      "it''s", with: "it''s new"
    )
    .replacing("          <block/>\n\n        </xml>", with: "        \t<a/>\n        </xml>")
    #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
  }

  @Test func linesAreFoldedAsBefore() throws {
    let words = (0..<60).map { "w\($0)=\"\($0 * $0)\"" }.joined(separator: " ")
    let old = "actions:\n  - configuration:\n      blockSource: <xml a\n        b/>\n      type: x\n"
    let text = try yaml(old)
    let changed = try text.replacing(text.scalars(at: path)[0], with: "<xml \(words)/>")
    let lines = String(decoding: changed.bytes, as: UTF8.self).split(separator: "\n").dropFirst(3).dropLast()
    #expect(lines.count > 5)
    #expect(lines.allSatisfy { $0.hasPrefix("        ") && $0.utf8.count <= 80 && $0.utf8.count > 60 })
    // A value on one line stays on one line.
    let flat = try yaml("a: '<xml b=\"1\"/>'\n")
    let long = try flat.replacing(flat.scalars(at: [.key("a")])[0], with: "<xml \(words)/>")
    #expect(String(decoding: long.bytes, as: UTF8.self) == "a: '<xml \(words)/>'\n")
  }

  @Test func carriageReturnsMarksAndDocumentsStay() throws {
    let source = "\u{FEFF}# ä 😀\r\nz: 1\r\n---\r\na: |\r\n  one\r\n  two\r\nb: [é, \"x\"] # ü\r\n...\r\n"
    let text = try yaml(source)
    let scalar = try #require(text.scalars(at: [.key("a")]).first)
    #expect(scalar.value == "one\ntwo\n" && scalar.document == 1)
    let changed = try text.replacing(scalar, with: "three\n\nfour\n")
    #expect(
      String(decoding: changed.bytes, as: UTF8.self)
        == source.replacing("one\r\n  two", with: "three\r\n\r\n  four"))
    let quoted = try #require(text.scalars(at: [.key("b"), .any]).last)
    let last = try text.replacing(quoted, with: "y\u{0}\"")
    #expect(String(decoding: last.bytes, as: UTF8.self) == source.replacing("\"x\"", with: #""y\u0000\"""#))
  }

  @Test func anchorsAndTagsStay() throws {
    let source = "a: &one !!str # why\n  'x'\nb: *one\n"
    let text = try yaml(source)
    let changed = try text.replacing(text.scalars(at: [.key("a")])[0], with: "y")
    #expect(String(decoding: changed.bytes, as: UTF8.self) == source.replacing("'x'", with: "'y'"))
  }

  @Test(arguments: ["a:\nb: 1\n", "a: # why\nb: 1\n", "{a: , b: 1}\n", "a: &x\nb: 1\n", "a: !!str # x\nb: 1\n", "a:"])
  func aValueThatIsLeftOutIsWritten(source: String) throws {
    let text = try yaml(source)
    let scalar = try #require(text.scalars(at: [.key("a")]).first)
    let changed = try text.replacing(scalar, with: "<xml>")
    #expect(changed.scalars(at: [.key("a")]).map(\.value) == ["<xml>"])
    #expect(
      String(decoding: changed.bytes, as: UTF8.self).filter { !" <xml>".contains($0) }
        == source.filter { !" <xml>".contains($0) })
  }

  @Test(arguments: ["{a-, b: 1}\n", "? a-\n? b\n", "? a-"]) func aKeyWithoutAColonHasNoPlaceForAValue(source: String)
    throws
  {
    #expect(try yaml(source).scalars(at: [.key("a-")]).isEmpty)
  }

  @Test(arguments: ["a: |-\r  x\r\r   y\rb: 1\r", "a: |-\n    x\n\n     \t\nb: 1\n", "a: >+\r x\r\r\rb: 1\n"])
  func unusualBlocksCanBeWritten(source: String) throws {
    let text = try yaml(source)
    for value in ["", "x", "x\n", " x\n\n", "\n", "a: b\n#"] {
      let changed = try text.rewriting(text.scalars(at: [.key("a")])[0], with: value)
      #expect(changed.scalars(at: [.any]).map(\.value) == [value, "1"])
    }
  }

  @Test func aFoldedLineIsNoMarkOfADocument() throws {
    let text = try yaml("\"a\nb\"\n")
    let value = String(repeating: "x ", count: 40) + "--- y"
    #expect(try text.replacing(text.scalars(at: [])[0], with: value).scalars(at: []).map(\.value) == [value])
  }

  @Test(arguments: ["", "12", "true", "Null", "~", "-", "2001-01-01", "a: b", "a #b", " a", "#", "[", "*a", "a\tb"])
  func aTextStaysAText(value: String) throws {
    let text = try yaml("a: <xml>\nb: 1\n")
    let changed = try text.replacing(text.scalars(at: [.key("a")])[0], with: value)
    let scalar = changed.scalars(at: [.key("a")])[0]
    #expect(scalar.value == value && scalar.style != .plain)
  }

  /// Any value can be written in any style, or in another one that can hold it.
  @Test(arguments: Seeds.first(150)) func randomValuesComeBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let places = [
      "a:\n- b: %\n  c: 1\n", "a: {b: %, c: 1}\n", "# x\na:\n    b: %\n    c: 1\n", "- - %\n  - 1\n", "%\n",
      "a: %\r\nb: \"1\"\r\n", "? x\n: - %\n", "a: %",
    ]
    let plainLine = ["xyz", "'x'", "\"x\"", "x\n        y", "'x\n\n        y'", "\"x\n        y\""]
    let blocks = [
      "|\n        x", "|-\n        x", "|+\n        x\n\n", ">\n        x\n        y\n", ">-\n        x\n\n",
      "|2\n        x",
      "|", ">+ # x\n        x",
    ]
    let place = places[Int.random(in: 0..<places.count, using: &random)]
    let scalars = place.contains("{") ? plainLine : plainLine + blocks
    let source = place.replacing("%", with: scalars[Int.random(in: 0..<scalars.count, using: &random)])
    guard let text = try? yaml(source) else { return }
    let found = (0...4).lazy.flatMap { text.scalars(at: [YAMLText.Step](repeating: .any, count: $0)) }
    let scalar = try #require(found.first { $0.value.contains("x") || $0.value.isEmpty }, "\(source)")
    let value = randomValue(&random)
    let changed = try text.replacing(scalar, with: value)
    let path = scalar.path.map { _ in YAMLText.Step.any }
    #expect(changed.scalars(at: path).contains { $0.value == value && $0.path == scalar.path }, "\(source)")
    #expect(changed.bytes.starts(with: text.bytes[..<scalar.range.lowerBound]))
    let behind = text.bytes[scalar.range.upperBound...]
    #expect(changed.bytes.suffix(behind.count) == behind)
    // Lines of words keep the style of a block.
    let words = "<xml>\n  <a b=\"c\">\n\n  </a>\n</xml>"
    if scalar.style == .literal || scalar.style == .folded {
      let block = try text.replacing(scalar, with: words)
      #expect(block.scalars(at: path).contains { $0.value == words && $0.style == scalar.style }, "\(source)")
    }
  }

  private func randomValue(_ random: inout SeededGenerator) -> String {
    if Bool.random(using: &random) { return HardValues.text(using: &random) }
    let pieces = [
      "a", "<b>", " ", "  ", "\n", "\n\n", "c: d", "'", "\"", "#", "- ", "\t", "é", String(repeating: "x ", count: 50),
    ]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// A value that is written anew as it was is the same bytes, as openHAB writes them.
  @Test func theSameValueIsTheSameBytes() throws {
    let words = (0..<70).map { "<b\($0) x=\"\($0)\"/>" }.joined(separator: " ")
    let old = try yaml("a:\n  b: <c\n    d>\n  e: 'f:\n    g'\n  h: >\n    i\n")
    var text = old
    for (key, value) in [("b", "<c \(words)"), ("e", "f: \(words)"), ("h", "var a = 1;\n\n\(words)\n  \(words)\nx\n")] {
      text = try text.replacing(text.scalars(at: [.key("a"), .key(key)])[0], with: value)
    }
    for key in ["b", "e", "h"] {
      let scalar = text.scalars(at: [.key("a"), .key(key)])[0]
      #expect(try text.rewriting(scalar, with: scalar.value).bytes == text.bytes, "\(key)")
    }
  }

  @Test func errorsNameTheLine() {
    #expect(throws: ArchiveError("line 2 is not well-formed YAML: mapping values are not allowed in this context")) {
      try yaml("a: b\nc: d: e\n")
    }
    #expect(throws: ArchiveError.self) { try YAMLText([0x61, 0xFF]) }
    #expect(throws: ArchiveError("the YAML is in UTF-16; save it as UTF-8")) { try YAMLText([0xFF, 0xFE, 0x61, 0]) }
    #expect(throws: ArchiveError("the YAML is nested too deeply")) {
      try yaml(String(repeating: "[", count: 100_000))
    }
  }

  @Test func aliasesAreNotExpanded() throws {
    // Nine levels of nine aliases each would be 387 million values.
    var source = "a0: &a0 x\n"
    for level in 1...9 {
      source += "a\(level): &a\(level) [\([String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(try yaml(source).scalars(at: [.key("a9"), .any]).isEmpty)
    #expect(try yaml(source).scalars(at: [.key("a0")]).count == 1)
  }

  @Test func damageNeverCrashes() throws {
    let bytes = Array(Self.rule.utf8)
    let result = try damaged(bytes, bits: [0, 3, 6]) { bytes throws(ArchiveError) -> [YAMLScalar] in
      let text = try YAMLText(bytes)
      let scalars = text.scalars(at: path)
      // What is found can be replaced.
      if let scalar = scalars.last, bytes.reduce(0, &+) & 15 == 0 {
        #expect((try? text.replacing(scalar, with: "a\nb: c")) != nil, "\(String(decoding: bytes, as: UTF8.self))")
      }
      return scalars
    }
    #expect(result.errors.count > 5)
  }
}
