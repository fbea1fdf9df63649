import Testing

@Suite struct StartingTests {
  @Test(arguments: [
    ("dumb", "can't place its cursor"), ("no-such-terminal", "“no-such-terminal” (TERM) is unknown"),
    ("", "TERM is not set"),
    (nil, "TERM is not set"),
  ])
  func refusesUnusableTerminalTypes(term: String?, reason: String) throws {
    let session = try ProbeSession(term: term)
    #expect(try session.end() == 1)
    let line = try session.errorText()
    #expect(line.contains(reason) && line.hasPrefix("mortise: ") && line.split(separator: "\n").count == 1)
    #expect(session.output.isEmpty)
    #expect(session.isCooked)
  }

  @Test func refusesToStartWithoutATerminal() throws {
    let session = try ProbeSession(onTerminal: false)
    #expect(try session.end() == 1)
    #expect(try session.errorText() == "mortise: standard input and output must be a terminal\n")
  }

  @Test(arguments: [(9999, 9999), (1001, 24), (80, 1001)] as [(UInt16, UInt16)])
  func refusesATerminalThatIsTooLarge(columns: UInt16, rows: UInt16) throws {
    let session = try ProbeSession(columns: columns, rows: rows)
    #expect(try session.end() == 1)
    let line = "mortise: the terminal has more than 1,000 columns or rows; make it smaller\n"
    #expect(try session.errorText() == line)
    #expect(session.output.isEmpty)
    #expect(session.isCooked)
  }

  @Test(arguments: [
    ("xterm-256color", [:], "twoFiftySix"), ("screen-256color", [:], "twoFiftySix"),
    ("tmux-256color", [:], "twoFiftySix"), ("linux", [:], "eight"), ("xterm", [:], "eight"),
    ("vt100", [:], "monochrome"),
    ("xterm-256color", ["NO_COLOR": "1"], "monochrome"), ("xterm-256color", ["NO_COLOR": ""], "twoFiftySix"),
  ])
  func detectsColours(term: String, environment: [String: String], depth: String) throws {
    let session = try ProbeSession(term: term, environment: environment)
    #expect(try session.nextLine() == "ready 80x24 \(depth) unicode")
    let bytes = try session.bytesUntilNow()
    #expect(bytes.contains("▾"))
    #expect(bytes.contains("48;5;24m") == (depth == "twoFiftySix"))
    session.command("leave")
    #expect(try session.end() == 0)
    #expect(TerminalState(output: session.output).isRestored)
    #expect(session.isCooked)
  }

  @Test func drawsASCIIWithoutUTF8() throws {
    let session = try ProbeSession(locale: "C")
    #expect(try session.nextLine() == "ready 80x24 twoFiftySix ascii")
    let bytes = try session.bytesUntilNow()
    #expect(bytes.utf8.allSatisfy { $0 < 0x80 })
    #expect(bytes.contains("probe v \"??\""))
    session.type("aé")
    #expect(try session.nextLines(2) == ["a", "é"])
  }

  @Test func drawsAtAnySize() throws {
    for (columns, rows) in [(1, 1), (2, 60), (400, 3), (1000, 1000)] as [(UInt16, UInt16)] {
      let session = try ProbeSession(columns: columns, rows: rows)
      #expect(try session.nextLine() == "ready \(columns)x\(rows) twoFiftySix unicode")
      try session.bytes(after: "layer 3 x")
      session.command("leave")
      #expect(try session.end() == 0)
    }
  }
}
