import BlockModel
import BlockNotation
import Testing

/// Line ends, indentation and byte order marks.
@Suite struct LineTests {
  private let library: NotationLibrary
  private let text =
    "// A remark.\n\nif true // why\n  print \"a\"\nelse\n  repeat 3 times\n    print \"b\"\n\nprint \"c\"\n"

  init() throws { library = try NotationScene.library() }

  private func rewritten(_ text: String) throws -> String {
    NotationScene.text(try NotationScene.read(text, library), library)
  }

  @Test(arguments: ["\r\n", "\r"]) func lineEndsMeanTheSame(lineBreak: String) throws {
    #expect(try rewritten(text.replacing("\n", with: lineBreak)) == rewritten(text))
    #expect(try rewritten("\u{FEFF}" + text.replacing("\n", with: lineBreak)) == rewritten(text))
  }

  @Test func tabsIndent() throws {
    #expect(try rewritten(text.replacing("  ", with: "\t")) == rewritten(text))
    // To the next multiple of eight.
    #expect(
      try rewritten("if true\n  \tprint 1\n        print 2\n\tprint 3\n")
        == "if true\n  print 1\n  print 2\n  print 3\n")
  }

  @Test(arguments: ["\n", "\r\n"]) func mistakesHaveTheirLines(lineBreak: String) throws {
    let broken = ["\u{FEFF}print 1", "", "print )", "\tset x 5", ""].joined(separator: lineBreak)
    let error = #expect(throws: NotationError.self) { try NotationScene.read(broken, library) }
    #expect(error?.mistakes.map { "\($0.position)" } == ["3:7", "4:8"])
  }

  @Test func aTextIsNotClosedOnTheNextLine() throws {
    for lineBreak in ["\n", "\r\n", "\r"] {
      let error = #expect(throws: NotationError.self) { try NotationScene.read("print \"a\(lineBreak)b\"", library) }
      #expect(error?.description.contains("has no closing \" on its line") == true)
    }
  }

  @Test func whatIsNoTextIsRefused() {
    #expect(throws: NotationError.self) { try NotationReader.read([0x70, 0xFF], library: library) }
  }
}
