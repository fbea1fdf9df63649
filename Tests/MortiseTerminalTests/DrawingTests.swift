import Testing

/// The number of bytes per frame, and their effect.
@Suite struct DrawingTests {
  private func session(_ term: String = "xterm-256color", columns: UInt16 = 80, rows: UInt16 = 24) throws
    -> ProbeSession
  {
    let session = try ProbeSession(term: term, columns: columns, rows: rows)
    _ = try session.nextLine()
    try session.bytesUntilNow()
    return session
  }

  @Test func anUnchangedFrameCostsNothing() throws {
    let session = try session()
    #expect(try session.bytes(after: "same") == "")
    try session.bytes(after: "layer 4 one")
    #expect(try session.bytes(after: "same") == "")
    #expect(try session.bytes(after: "layer 4 one") == "")
  }

  @Test func oneChangedCellCostsFewBytes() throws {
    let session = try session()
    try session.bytes(after: "cell a")
    let bytes = try session.bytes(after: "cell b")
    #expect(bytes.contains("b") && bytes.utf8.count <= 16, "\(bytes.debugDescription)")
    // Moving the cursor back to (2, 1) costs as much as the cell. Without a cursor:
    try session.bytes(after: "cursor")
    let alone = try session.bytes(after: "cell c")
    #expect(alone.contains("c") && alone.utf8.count <= 9, "\(alone.debugDescription)")
  }

  @Test(arguments: [(80, 24, 2_500), (200, 50, 11_500)] as [(UInt16, UInt16, Int)])
  func aFullFrameCostsItsCells(columns: UInt16, rows: UInt16, limit: Int) throws {
    let session = try session(columns: columns, rows: rows)
    let full = try session.bytes(after: "text 100")
    #expect(full.utf8.count <= limit, "\(full.utf8.count)")
    let scrolled = try session.bytes(after: "text 101")
    #expect(scrolled.utf8.count <= 300, "\(scrolled.debugDescription)")
  }

  @Test func theCursorIsOnTheFocus() throws {
    let session = try session()
    #expect(try session.bytes(after: "cursor 30 10") == "\u{1B}[11;31H")
    #expect(try session.bytes(after: "cursor 31 10").utf8.count <= 8)
    #expect(TerminalState(output: try session.bytes(after: "cursor")).showsCursor == false)
    #expect(TerminalState(output: session.output + (try session.bytes(after: "cursor 3 3"))).showsCursor)
    #expect(try session.bytes(after: "cursor 500 3").contains("\u{1B}[?25l"))
  }

  @Test func layersAreShownAndRemoved() throws {
    let session = try session()
    #expect(try session.bytes(after: "layer 4 one").contains("one"))
    let moved = try session.bytes(after: "layer 8 one")
    #expect(moved.contains("one") && moved.contains("e ▾"))
    // The right half of 日 is covered, so the left half is not shown either.
    let covered = try session.bytes(after: "layer 10 one")
    #expect(!covered.contains("日"))
    #expect(try session.bytes(after: "unlayer").contains("日本”"))
    #expect(try session.bytes(after: "layer 76 one").contains("one"))
    #expect(try session.bytes(after: "layer 200 one") != "")
    try session.bytes(after: "layer -4 one")
    session.command("leave")
    #expect(try session.end() == 0)
  }

  @Test func morePairsThanAShortCanCountAreDrawn() throws {
    let session = try session(columns: 400)
    let bytes = try session.bytes(after: "pairs")
    // Pair 300 differs from pair 44.
    #expect(bytes.contains("38;5;43;") && bytes.contains("48;5;156m"))
    let few = try ProbeSession(term: "linux", columns: 400)
    _ = try few.nextLine()
    #expect(try few.bytes(after: "pairs").contains("#"))
  }

  @Test(arguments: ["xterm-256color", "tmux-256color"]) func trueColorsAreDrawnWhereTheTerminalHasThem(term: String)
    throws
  {
    let session = try ProbeSession(term: term, environment: ["COLORTERM": "truecolor"])
    #expect(try session.nextLine() == "ready 80x24 trueColor unicode")
    #expect(try session.bytes(after: "many 24").contains("48;2;0;95;135m"))
    session.command("leave")
    #expect(try session.end() == 0)
  }

  @Test(arguments: [["COLORTERM": "truecolor", "NO_COLOR": "1"], ["COLORTERM": "yes"], [:]])
  func otherTerminalsHaveNoTrueColors(environment: [String: String]) throws {
    let session = try ProbeSession(environment: environment)
    #expect(try session.nextLine().contains("trueColor") == false)
    #expect(try session.bytes(after: "many 24").contains("48;2;") == false)
  }

  @Test func aColourThatIsSetIsNotSentAgain() throws {
    let session = try session()
    try session.bytes(after: "many 24")
    let bytes = try session.bytes(after: "many 25")
    // The text has the colour that it had.
    #expect(!bytes.contains("38;5;231"), "\(bytes.debugDescription)")
    #expect(bytes.ranges(of: "\u{1B}[48;5;25m").count == 1)
    // Colours that are both new are one sequence.
    try session.bytes(after: "cell x")
    let next = try session.bytes(after: "many 26")
    #expect(next.contains("\u{1B}[38;5;231;48;5;26m"))
  }

  @Test func titlesAreSanitized() throws {
    let session = try session()
    #expect(try session.bytes(after: "title a\u{7}b\u{1B}c") == "\u{1B}[22;2t\u{1B}]2;a\u{FFFD}b\u{FFFD}c\u{7}")
    #expect(try session.bytes(after: "title a\u{7}b\u{1B}c") == "")
    let console = try self.session("linux")
    #expect(try console.bytes(after: "title hello") == "")
  }

  @Test func largeFramesAreSynchronisedIfSupported() throws {
    let session = try session()
    #expect(session.output.contains("\u{1B}[?2026$p"))
    #expect(!(try session.bytes(after: "many 24").contains("2026")))
    session.type("\u{1B}[?2026;2$y!")
    #expect(try session.nextLine() == "!")
    let bytes = try session.bytes(after: "many 28")
    #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
    #expect(!(try session.bytes(after: "cell a").contains("2026")))
    let console = try self.session("linux")
    #expect(!console.output.contains("2026"))
  }

  /// Terminals that don't answer may show what they don't understand.
  @Test func theBackgroundIsAskedForWhereTheTerminalAnswers() throws {
    let session = try session()
    #expect(session.output.contains("\u{1B}[>q"))
    #expect(!(try session.bytes(after: "cell a").contains("]11")))
    session.type("\u{1B}P>|XTerm(379)\u{1B}\\!")
    #expect(try session.nextLine() == "!")
    #expect(try session.bytesUntilNow().contains("\u{1B}]11;?\u{7}"))
    session.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}")
    #expect(try session.nextLine() == "<Background-light>")
    #expect(!(try session.bytes(after: "cell b").contains("]11")))
  }
}
