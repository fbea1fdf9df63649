import Glibc
import PtyDriver
import Testing

/// However the program ends, the terminal is restored.
@Suite struct LeavingTests {
  /// A session with all modes on that must be switched off.
  private func busySession(_ session: ProbeSession? = nil) throws -> ProbeSession {
    let session = try session ?? ProbeSession()
    #expect(try session.nextLine() == "ready 80x24 twoFiftySix unicode")
    for command in ["mouse on", "title hello", "cursor"] { session.command(command) }
    try session.bytesUntilNow()
    let state = TerminalState(output: session.output)
    #expect(state.on.isSuperset(of: [1002, 1006, 2004, 1004, 1049]))
    #expect(!state.showsCursor)
    #expect(!session.isCooked)
    return session
  }

  private func expectRestored(_ session: ProbeSession) {
    #expect(TerminalState(output: session.output).isRestored, "\(session.output.debugDescription.suffix(300))")
    #expect(session.output.contains("\u{1B}[22;2t") && session.output.contains("\u{1B}[23;2t"))
    #expect(session.isCooked)
  }

  @Test(arguments: ["leave", "exit"])
  func restoresOnExit(command: String) throws {
    let session = try busySession()
    session.command(command)
    #expect(try session.end() == 0)
    expectRestored(session)
  }

  @Test(
    arguments: [(SIGTERM, "<Terminate>"), (SIGINT, "<Interrupt>"), (SIGHUP, "<Hangup>")]
      + [SIGUSR1, SIGUSR2, SIGALRM, SIGPROF, SIGVTALRM, SIGSTKFLT, SIGXCPU, SIGPOLL, SIGPWR, 34, 40, 64].map {
        ($0, "<Terminate>")
      })
  func restoresOnSignal(number: Int32, event: String) throws {
    let session = try busySession()
    session.signal(number)
    #expect(try session.nextLine() == event)
    #expect(try session.end() == 3)
    expectRestored(session)
  }

  @Test(arguments: [
    ("trap", [-SIGILL, -SIGTRAP]), ("abort", [-SIGABRT]), ("overflow", [-SIGSEGV]),
  ])
  func restoresOnCrash(command: String, statuses: [Int32]) throws {
    let session = try busySession()
    session.command(command)
    #expect(statuses.contains(try session.end()))
    expectRestored(session)
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT])
  func restoresOnFatalSignal(number: Int32) throws {
    let session = try busySession()
    session.signal(number)
    #expect(try session.end() == -number)
    expectRestored(session)
  }

  /// The terminal itself sends the signal.
  @Test func restoresOnTheTerminalsSIGQUIT() throws {
    let session = try busySession()
    session.turnOnSignals()
    session.type("\u{1C}")
    #expect(try session.end() == -SIGQUIT)
    #expect(TerminalState(output: session.output).isRestored)
    #expect(session.isCooked)
  }

  /// Shells ignore SIGQUIT in the background commands of scripts.
  @Test(arguments: [SIGQUIT, SIGSYS])
  func restoresOnFatalSignalThatWasIgnored(number: Int32) throws {
    let session = try busySession(
      PtySession(
        program: "/bin/sh",
        arguments: ["-c", "trap '' \(number); exec \"$0\"", BuiltPrograms.path(of: "terminal-probe")]))
    session.signal(number)
    #expect(try session.end() == -number)
    expectRestored(session)
  }

  @Test func endsWhenTheTerminalIsGone() throws {
    let session = try busySession()
    session.hangUp()
    #expect(try session.nextLine() == "<Hangup>")
    #expect(try session.nextLine() == "closed")
    #expect(try session.end() == 3)
  }

  /// A process group without a shell can't be stopped, so suspending must resume at once.
  @Test func suspendingResumesWithoutAShell() throws {
    let session = try busySession()
    let bytes = try session.bytes(after: "suspend")
    #expect(try session.nextLines(2) == ["<Resumed>", "<Resize 80x24>"])
    let off = bytes.firstRange(of: "\u{1B}[?1049l")
    #expect(off != nil)
    let after = try session.bytesUntilNow()
    let state = TerminalState(output: session.output)
    #expect(state.on.isSuperset(of: [1002, 1006, 2004, 1004, 1049]))
    #expect((bytes + after).contains("probe"))
    session.signal(SIGTSTP)
    #expect(try session.nextLines(2) == ["<Resumed>", "<Resize 80x24>"])
    session.signal(SIGCONT)
    #expect(try session.nextLines(2) == ["<Resumed>", "<Resize 80x24>"])
    #expect(!session.isCooked)
    session.type("\u{1A}")
    #expect(try session.nextLine() == "<C-z>")
    session.command("leave")
    #expect(try session.end() == 0)
    expectRestored(session)
  }

  // MARK: - A terminal that accepts no output

  @Test(arguments: ["leave", "exit"])
  func restoresAStalledTerminalOnExit(command: String) throws {
    let session = try busySession()
    session.stall()
    for command in ["title other", "many 3", "text 7", command] { session.command(command) }
    #expect(try session.end() == 0)
    expectRestored(session)
  }

  @Test(arguments: [(SIGTERM, "<Terminate>"), (SIGHUP, "<Hangup>")])
  func restoresAStalledTerminalOnSignal(number: Int32, event: String) throws {
    let session = try busySession()
    session.stall()
    session.command("many 3")
    session.signal(number)
    #expect(try session.nextLine() == event)
    #expect(try session.end() == 3)
    expectRestored(session)
  }

  @Test func restoresAStalledTerminalOnCrash() throws {
    let session = try busySession()
    session.stall()
    for command in ["many 3", "abort"] { session.command(command) }
    #expect(try session.end() == -SIGABRT)
    expectRestored(session)
  }

  @Test func suspendingResumesOnAStalledTerminal() throws {
    let session = try busySession()
    session.stall()
    for command in ["many 3", "suspend"] { session.command(command) }
    #expect(try session.nextLines(2) == ["<Resumed>", "<Resize 80x24>"])
    session.goOn()
    let bytes = try session.bytes(after: "cell here")
    #expect(bytes.contains("here"))
    #expect(TerminalState(output: session.output).on.isSuperset(of: [1002, 1006, 2004, 1004, 1049]))
    session.command("leave")
    #expect(try session.end() == 0)
    expectRestored(session)
  }

  /// Frames in between are skipped, and the last one is shown.
  @Test func aResumedTerminalShowsTheNewestFrame() throws {
    let session = try busySession()
    session.stall()
    for number in 1...50 {
      session.command("text \(number * 1000)")
      session.signal(SIGCONT)
      #expect(try session.nextLines(2) == ["<Resumed>", "<Resize 80x24>"])
    }
    session.command("text 50000")
    session.goOn()
    let bytes = try session.bytes(after: "cell here")
    #expect(bytes.contains("here") && bytes.contains("row 50023 is"))
    #expect(!bytes.contains("row 30000 is"))
    #expect(bytes.utf8.count < 40_000)
    session.command("leave")
    #expect(try session.end() == 0)
    expectRestored(session)
  }
}
