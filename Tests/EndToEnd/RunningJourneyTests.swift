import FileTesting
import Glibc
import Testing

/// Programs are written, run, watched and stepped through by somebody who only hears the status line.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct RunningJourneyTests {
  /// Plays steps: keys, and the beginning of what the status line says then.
  private func play(_ steps: [(keys: String, status: String)], in session: TmuxSession) throws {
    for (keys, expected) in steps {
      try session.press(keys)
      let status = try session.status { $0.hasPrefix(expected) }
      #expect(status.hasPrefix(expected), "after \(keys)")
    }
  }

  private static let fizzBuzz = [
    ("a", "type a statement"),
    ("count with i from 1 to 15 by 1<Enter>", "inserted count with i"),
    ("if i is divisible by 15<Enter>", "inserted if i is divisible by 15 · type a statement · in do of if"),
    ("print \"FizzBuzz\"<Enter>", "inserted print “FizzBuzz” · type a statement · below it"),
    ("else if i%3=0<Enter>", "added else if to this if · type a statement · in do 2 of if"),
    ("print \"Fizz\"<Enter>", "inserted print “Fizz” · type a statement · below it"),
    ("else<Enter>", "added else to this if · type a statement · in else of if"),
    ("print i<Enter>", "inserted print i · type a statement · below it"),
    ("<Esc>", "print i"),
  ]

  @Test(arguments: [(80, 24), (160, 45)]) func fizzBuzzIsWrittenRunAndSteppedThrough(_ columns: Int, _ rows: Int) throws
  {
    let folder = try TemporaryFolder()
    let session = try TmuxSession([folder.file("fizzbuzz.xml")], columns: columns, rows: rows)
    try play(Self.fizzBuzz, in: session)
    try play([("<F5>", "ended · last line: FizzBuzz")], in: session)
    #expect(try session.sees("14"))
    try play(
      [
        ("<F9>", "breakpoint set: ‘print i’"), ("<F5>", "breakpoint; next: ‘print i’"),
        ("<F5>", "breakpoint; next: ‘print i’ · i = 2"), ("<F10>", "next: ‘count with i"),
        ("<F11>", "next: ‘if i is divisible by 15"), ("<A-w>", "i = 3 · 1 of 1 · Variables"),
        ("<Esc>", "if i is divisible"),
        ("<S-F5>", "the program was stopped"), ("<F5>", "breakpoint; next: ‘print i’"),
        ("<F9>", "breakpoint removed: ‘print i’"), ("<S-F5>", "the program was stopped"), ("E", "“print i”"),
        ("<C-u>print i × 2<Enter>", "changed to print i × 2"), ("<F5>", "ended · last line: FizzBuzz"),
      ], in: session)
    #expect(try session.sees("28"))
  }

  @Test func aDivisionByZeroLeadsToItsBlock() throws {
    let folder = try TemporaryFolder()
    try Tool.write(
      "print average with: values [6, 8]\nprint average with: values []\n\n"
        + "to average with: values\n  set sum to sum of list values\nreturn sum ÷ length of values ::lists_length\n",
      to: folder.file("p.blocktext"))
    let session = try TmuxSession([folder.file("p.blocktext")])
    try play(
      [
        ("<A-r>", "division by zero at ‘sum ÷ length of values’ in “"),
        ("<A-w>", "sum = 0 · 1 of 2 · Variables"), ("<Esc>", "sum ÷ length of values · in return of"),
        ("<A-e>", "at ‘sum ÷ length of values"), ("<Down>", "called from ‘print average with: values []’"),
        ("<Enter>", "average with: values"),
      ], in: session)
    #expect(try session.sees("error: division by zero"))
  }

  @Test func aProgramThatAsksForANameGetsIt() throws {
    let folder = try TemporaryFolder()
    try Tool.write(
      "set name to prompt for text with message \"What's your name? \"\nprint create text with \"Hello \", name\n",
      to: folder.file("p.blocktext"))
    let session = try TmuxSession([folder.file("p.blocktext")])
    try play(
      [
        ("<F5>", "asks: What's your name?"), ("Zoë<Enter>", "ended · last line: Hello Zoë"),
        ("<Right><Right>", "prompt for text with"), ("<F5>", "asks: What's your name?"),
        ("<C-d>", "the input has ended at ‘prompt for text with message"), ("<F5>", "asks: What's your name?"),
        ("<Esc>", "prompt for text with"), ("<A-k>", "the program was stopped"),
      ], in: session)
    #expect(try session.pressLast("q") == "ended 0")
  }

  /// Why an “else” never ran is told by one key, and where the number came from that decided so by two more.
  @Test(arguments: [(80, 24), (160, 45)]) func anElseThatNeverRanIsExplained(_ columns: Int, _ rows: Int) throws {
    let folder = try TemporaryFolder()
    try Tool.write(
      "set age to prompt for number with message \"Your age? \"\nset limit to 18\nif age < limit\n  print \"young\"\n"
        + "else\n  print \"grown up\"\n",
      to: folder.file("p.blocktext"))
    let session = try TmuxSession([folder.file("p.blocktext")], columns: columns, rows: rows)
    try play(
      [
        ("<F5>", "asks: Your age?"), ("12<Enter>", "ended · last line: young"), ("/grown<Enter>", "“grown” 1 of 1"),
        ("<Esc>", "the search is over"), ("<A-?>", "past, step 3 of 4: ‘age < limit’ was true at step 3 (age = 12"),
        ("<Down>", "age = 12, set at step 1 by ‘set age to"),
        ("<Enter>", "past, step 1 of 4: age = 12 was set at step 1 by ‘set age to"),
        ("<Esc>", "set age to"), ("<F5>", "the present: ended · last line: young"),
      ], in: session)
  }

  /// The average of 3, 4 and 8 is 5. Where the missing number went is found by going back, without looking at the screen.
  @Test(arguments: [(80, 24), (160, 45)]) func aWrongAverageIsFoundByGoingBack(_ columns: Int, _ rows: Int) throws {
    let folder = try TemporaryFolder()
    try Tool.write(
      "set numbers to [3, 4, 8]\nset total to 0\ncount with i from 1 to 2 by 1\n"
        + "  change total by in list numbers get # i\nprint total ÷ length of numbers\n",
      to: folder.file("p.blocktext"))
    let session = try TmuxSession([folder.file("p.blocktext")], columns: columns, rows: rows)
    try play(
      [
        ("<F5>", "ended · last line: 2.33"), ("j", "ended · last line: 2.33"),
        ("<Enter>", "past, step 8 of 8: writes line 1 · next: ‘print total ÷ length of numbers’"),
        ("<Esc>", "print total ÷ length of numbers"), ("<A-w>", "i = "), ("t", "total = 7"),
        ("<Left>", "past, step 6 of 8: total becomes 7 · next: ‘change total by in l"),
        ("<A-w>", "i = 2"), ("<Esc>", "change total by"),
        ("<A-R>", "4 of 5 statements ran; ○ marks the others"), ("<Down>", "out of do of count with i · print total"),
        ("<Up>", "into do of count with i · change total by"),
        ("<A-S>", "past, step 5 of 8: next: ‘count with i from 1 to 2"),
        ("<A-Home>", "past, step 1 of 8: next: ‘set numbers to"), ("<F5>", "the present: ended · last line: 2.33"),
      ], in: session)
    try play(
      [
        ("<Down><Down><Right><Right>", "default number 1"), ("<Right>", "default number 2"),
        ("3<Enter>", "set to number 3"),
        ("<F5>", "ended · last line: 5"),
      ],
      in: session)
  }

  /// What a line was worth at each moment, without looking at the screen.
  @Test func aWatchIsFollowedThroughTheRun() throws {
    let folder = try TemporaryFolder()
    try Tool.write(
      "set total to 0\ncount with i from 1 to 3 by 1\n  change total by i × i\nprint total\n",
      to: folder.file("p.blocktext"))
    let session = try TmuxSession([folder.file("p.blocktext")])
    try play(
      [
        ("<A-v>", "the program has not run yet; Alt+V again runs it with values"), ("<A-v>", "ended · last line: 14"),
        ("<A-W>", "add a watch … · 1 of 1 · Watches"), ("<Enter>", "New watch: type a value"),
        ("random fraction<Enter>", "a random fraction has no fixed value"), ("<C-u>total * 2", "total * 2: 28"),
        ("<Enter>", "total * 2 = 28 · 1 of 2 · Watches"), ("<Esc>", "set total to 0"),
        ("<A-I>", "past, step 9 of 9: next: ‘print total’"), ("<A-w>", "i = 3"),
        ("t", "total = 14"), ("<Right>", "step 7: 14 · ‘change total by i × i’ · 4 of 4 · 4 values, "),
        ("<Home>", "step 1: 0"), ("<Down>", "step 3: 1"),
        ("<Enter>", "past, step 3 of 9: next: ‘change total by i × i’"),
        ("<A-W>", "total * 2 = 0"), ("<Esc>", "change total by i"),
      ], in: session)
  }

  /// An endless program doesn't slow the editor down, and can be edited.
  @Test func anEndlessProgramIsEditedAndStopped() throws {
    let folder = try TemporaryFolder()
    try Tool.write("repeat while true\n  print 6 × 7\nprint \"end\"\n", to: folder.file("p.blocktext"))
    let session = try TmuxSession([folder.file("p.blocktext")])
    try session.press("<F5>")
    #expect(try session.sees("42"))
    try session.press("<Down><Down>d")
    #expect(try session.sees("an older version"))
    try play([("<S-F5>", "the program was stopped")], in: session)
    try session.press("q")
    #expect(try session.sees("Save the changes before quitting?"))
    #expect(try session.pressLast("d") == "ended 0")
  }
}

/// Programs that try to get at the terminal, or to stay.
@Suite struct HostileProgramTests {
  private static let definitions = """
    [{"type": "code", "message0": "code %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"python": {"code": "exec({{\\"CODE\\"}}.replace('¶', chr(10)))"}}}]
    """

  private static func folder(_ code: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let escaped = code.replacing("\\", with: "\\\\").replacing("\n", with: "¶").replacing("\"", with: "\\\"")
    try Tool.write("::code(CODE = \"\(escaped)\")\n", to: folder.file("p.blocktext"))
    try Tool.write(definitions, to: folder.file("code.json"))
    return folder
  }

  private static func editor(_ folder: TemporaryFolder) throws -> EditorProcess {
    try EditorProcess(
      [folder.file("p.blocktext"), "--blocks", folder.file("code.json")],
      environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? "", "HOME": folder.path])
  }

  /// Reads what the editor shows until a text is there.
  private static func wait(for text: String, _ editor: EditorProcess) throws -> String {
    var shown = ""
    let limit = ContinuousClock.now + .seconds(20)
    while !shown.contains(text), ContinuousClock.now < limit {
      shown += String(decoding: try editor.session.bytesWritten(), as: UTF8.self)
    }
    #expect(shown.contains(text))
    return shown
  }

  @Test func nothingReachesTheTerminalRaw() throws {
    let folder = try Self.folder(
      """
      import os, sys, threading
      w = lambda text: os.write(1, text.encode())
      w('\\x1b[2J\\x1b[H\\x1b[38;5;201mpink\\x1b]52;c;ZXZpbA==\\x07\\x1b]0;evil title\\x07\\x1b[6n\\x1b[c\\x1b[?1049l')
      w('\\x9b6n\\x1bP$q\\x1b\\\\\\x1bc\\x1b[?1000h\\n')
      tty = open('/dev/tty', 'rb+', buffering=0)
      tty.write(b'\\x1b[41mon the terminal\\n')
      for n in range(20000): w('\\x1b[4%dmflood\\x1b[K' % (n % 8))
      w('\\nfinished\\n')
      threading.Thread(target=lambda: tty.read(1), daemon=True).start()
      tty.read(1)
      """)
    let editor = try Self.editor(folder)
    _ = try editor.shown()
    editor.session.type("\u{1B}[15~")
    let shown = try Self.wait(for: "finished", editor)
    for sequence in ["[38;5;201m", "]52;c;ZXZp", "evil title", "[6n", "[?1049l", "\u{1B}c", "[41m", "\u{1B}[K\u{1B}[4"]
    {
      #expect(!shown.contains("\u{1B}" + sequence) && !shown.contains("]0;evil"), "\(sequence)")
    }
    // The keys are the editor's.
    editor.session.type("?")
    _ = try Self.wait(for: "To begin with", editor)
    editor.session.type("q")
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
  }

  /// Whoever still runs holds the pipe.
  @Test(arguments: ["kill", "quit"]) func noProcessIsLeft(how: String) throws {
    let folder = try Self.folder(
      """
      import os, signal, time
      for n in 1, 2, 15: signal.signal(n, signal.SIG_IGN)
      pipe = os.open('PIPE', os.O_WRONLY)
      for _ in range(3):
        if os.fork() == 0:
          os.setsid()
          os.write(pipe, b'x')
          time.sleep(600)
      os.write(pipe, b'x')
      time.sleep(600)
      """.replacing("PIPE", with: "/tmp/\(getpid())-\(how)-mortise-pipe"))
    let path = "/tmp/\(getpid())-\(how)-mortise-pipe"
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(pipe) }
    let editor = try Self.editor(folder)
    editor.session.type("\u{1B}[15~")
    var count = 0
    /// Reads until all have written, or all have ended.
    func read(until isOver: (Int) -> Bool) -> Bool {
      var bytes = [UInt8](repeating: 0, count: 16)
      let limit = ContinuousClock.now + .seconds(20)
      while ContinuousClock.now < limit {
        var place = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        // Before anybody opens the pipe, it is at its end.
        _ = poll(&place, 1, 100)
        let result = Glibc.read(pipe, &bytes, bytes.count)
        if result > 0 { count += result }
        if isOver(result) { return true }
      }
      return false
    }
    #expect(read { _ in count == 4 })
    if how == "kill" {
      try editor.kill()
    } else {
      editor.session.type("q")
      #expect(try editor.session.end() == 0)
    }
    #expect(read { $0 == 0 }, "a process still runs")
  }
}
