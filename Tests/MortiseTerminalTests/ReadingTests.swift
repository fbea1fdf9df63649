import PtyDriver
import Testing

/// Typed keys, mouse events and pastes arrive complete and in order, whatever TERM is.
@Suite struct ReadingTests {
  static let terminals = ["xterm-256color", "screen-256color", "tmux-256color", "linux", "xterm", "vt220"]

  private func session(_ term: String) throws -> ProbeSession {
    let session = try ProbeSession(term: term)
    _ = try session.nextLine()
    return session
  }

  @Test(arguments: terminals)
  func readsABurstOfMouseEvents(term: String) throws {
    let session = try session(term)
    session.command("mouse on")
    try session.bytesUntilNow()
    var reports = ""
    var expected: [String] = []
    for index in 0..<30 {
      reports += "\u{1B}[<0;\(index + 1);5M"
      reports += "\u{1B}[<32;\(index + 2);6M"
      reports += "\u{1B}[<0;\(index + 2);6m"
      reports += "k"
      expected += [
        "<Mouse-press \(index),4>", "<Mouse-drag \(index + 1),5>", "<Mouse-release \(index + 1),5>", "k",
      ]
    }
    session.type(reports + "\u{1B}[<65;500;500M")
    expected.append("<Mouse-scroll-down 79,23>")
    #expect(try session.nextLines(expected.count) == expected)
    #expect(TerminalState(output: try session.bytes(after: "mouse off")).everOn.isEmpty)
  }

  @Test(arguments: terminals)
  func readsKeys(term: String) throws {
    let session = try session(term)
    let typed = [
      ("\u{1}\u{3}\u{1A}\u{13}\u{11}\u{1C}", "<C-a><C-c><C-z><C-s><C-q><C-\\>"), ("é日😀", "é日😀"),
      ("\r\t", "<Enter><Tab>"),
      ("\u{1B}[1;2A\u{1B}[1;3B\u{1B}[1;5C\u{1B}[1;6D", "<S-Up><A-Down><C-Right><C-S-Left>"),
      ("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[3~", "<Up><Down><PageUp><Delete>"),
      ("\u{1B}x\u{1B}[Z\u{7F}", "<A-x><S-Tab><Backspace>"),
      ("\u{1B}[3;5~\u{1B}[1;2H", "<C-Delete><S-Home>"), ("\u{1B}[I\u{1B}[O", "<Focus-in><Focus-out>"),
    ]
    for (bytes, names) in typed {
      session.type(bytes + ".")
      var seen = ""
      while !seen.hasSuffix(".") { seen += try session.nextLine() }
      #expect(seen == names + ".")
    }
    session.type("\u{1B}")
    #expect(try session.nextLine() == "<Esc>")
  }

  @Test(arguments: terminals)
  func readsPastes(term: String) throws {
    let session = try session(term)
    session.type("\u{1B}[200~one\rtwo\u{7}\t<three>\u{1B}[201~x")
    #expect(try session.nextLines(2) == ["<Paste one\\ntwo\\t<three\\>>", "x"])
    let long = String(repeating: "0123456789", count: 2000)
    session.type("\u{1B}[200~\(long)\u{1B}[201~y")
    #expect(try session.nextLines(2) == ["<Paste \(long)>", "y"])
  }

  @Test func readsReportsInPieces() throws {
    let session = try ProbeSession(environment: ["ESCDELAY": "15000"])
    _ = try session.nextLine()
    session.type("\u{1B}[<0;1")
    session.type("3;5Mz")
    #expect(try session.nextLines(2) == ["<Mouse-press 12,4>", "z"])
  }

  @Test func reportsResizes() throws {
    let session = try session("xterm-256color")
    try session.bytes(after: "layer 60 one")
    session.resize(columns: 40, rows: 12)
    #expect(try session.nextLine() == "<Resize 40x12>")
    #expect(try session.bytesUntilNow().contains("probe ▾"))
    session.resize(columns: 200, rows: 50)
    #expect(try session.nextLine() == "<Resize 200x50>")
    #expect(try session.bytes(after: "cursor 150 45").contains("\u{1B}[46;151H"))
    // What is beyond the largest screen stays empty.
    session.resize(columns: 9999, rows: 30)
    #expect(try session.nextLine() == "<Resize 1000x30>")
    session.command("leave")
    #expect(try session.end() == 0)
    #expect(TerminalState(output: session.output).isRestored)
  }

  /// The terminal's Backspace sends its erase character.
  @Test(arguments: [("stty erase '^H'", "<Backspace>"), ("stty erase '^?'", "<C-h>")])
  func controlHIsBackspaceWhereTheTerminalErasesWithIt(setting: String, name: String) throws {
    for term in ["xterm-256color", "vt100"] {
      let session = try PtySession(
        program: "/bin/sh",
        arguments: ["-c", "\(setting); exec \"$0\"", BuiltPrograms.path(of: "terminal-probe")], term: term)
      _ = try session.nextLine()
      session.type("\u{8}\u{7F}")
      #expect(try session.nextLines(2) == [name, "<Backspace>"])
    }
  }

  @Test func signalsWhenItIsIdle() throws {
    let session = try ProbeSession(environment: ["MORTISE_IDLE_FD": "3"])
    #expect(try session.nextLines(2) == ["1", "ready 80x24 twoFiftySix unicode"])
    session.type("ab")
    var seen: [String] = []
    while seen.filter({ Int($0) == nil }) != ["a", "b"] { seen.append(try session.nextLine()) }
    // One frame if both arrived together, otherwise two.
    #expect(["2", "3"].contains(try session.nextLine()))
  }

  @Test func reportsWakeUps() throws {
    let session = try session("xterm-256color")
    session.command("wake")
    #expect(try session.nextLine() == "<Wakeup>")
  }
}
