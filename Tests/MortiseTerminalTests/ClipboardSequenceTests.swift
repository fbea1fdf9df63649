import Testing

@testable import MortiseTerminal

/// The sequence that sets the system's clipboard.
@Suite struct ClipboardSequenceTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("\u{1B}]\u{7}\n", "G10HCg=="),
    ("“ä”", "4oCcw6TigJ0="),
  ])
  func textsAreInBase64(text: String, expected: String) {
    #expect(ClipboardSequence.setting(text) == "\u{1B}]52;c;\(expected)\u{7}")
  }

  @Test func longTextsAreLeftOut() throws {
    let longest = String(repeating: "x", count: ClipboardSequence.longestText)
    let sequence = try #require(ClipboardSequence.setting(longest))
    #expect(sequence.utf8.count <= 75_000)
    #expect(ClipboardSequence.setting(longest + "x") == nil)
  }
}
