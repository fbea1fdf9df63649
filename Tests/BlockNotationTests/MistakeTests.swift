import BlockModel
import BlockNotation
import Testing

/// Mistakes say where they are and what could stand there.
@Suite struct MistakeTests {
  @Test(arguments: [
    ("pront 2", "1:1: no block begins with “pront”; did you mean “print …”?"),
    ("print 1\nrepaet 3 times\n  print 2", "2:1: no block begins with “repaet”; did you mean “repeat …”?"),
    ("some text", "1:1: no block begins with “some”"),
    ("Print 2", "1:1: no block begins with “Print”; did you mean “print …”?"),
    (
      "print lenght of x",
      "1:14: “of” doesn't fit here; expected the end of the line; did you mean “length of …” before it?"
    ),
    ("set x 5", "1:7: “5” doesn't fit here; expected “to” or “=”"),
    ("repeat 3 tims", "1:10: “tims” doesn't fit here; expected “times”"),
    ("repeat y times ::controls_repeat", "1:1: the values don't fit the fields of “controls_repeat”"),
    ("// a\n@size(160160160160, 1)\n\nprint 1", "2:1: a number of “@size” is out of range"),
    ("print )", "1:7: “)” doesn't fit here; expected a value"),
    ("_", "1:1: “_” is an empty input, not a block"),
    ("print 1\n~_", "2:2: “_” is an empty input, not a block"),
    (
      #"@file({"format":"json","indent":"\ud800"})"#,
      "1:1: “indent” of “@file” must be white space, 1000 characters at most"
    ),
    (#"@file({"lineBreak":"x"})"#, "1:1: “lineBreak” of “@file” must be white space, 1000 characters at most"),
    (#"@file({"ending":"</xml>"})"#, "1:1: “ending” of “@file” must be white space"),
    (#"@file({"prologue":"<!--"})"#, "1:1: “prologue” of “@file” can't precede a program"),
    (#"@file({"format":"json","prologue":"x"})"#, "1:1: “prologue” of “@file” can't precede a program"),
    ("@foreign(\"text\")", "1:1: “@foreign” needs an XML element, not the text of one"),
  ])
  func aMistakeNamesWhatIsMeant(text: String, message: String) throws {
    let error = #expect(throws: NotationError.self) {
      try NotationScene.read(text, try NotationScene.library())
    }
    #expect(error?.description == message)
  }

  /// Each mistake is found, in a time that grows with their number only.
  @Test func manyMistakesAreReported() throws {
    let error = #expect(throws: NotationError.self) {
      try NotationScene.read(String(repeating: "pront 2\n", count: 20_000), try NotationScene.library())
    }
    #expect(error?.mistakes.count == 20_000)
  }
}
