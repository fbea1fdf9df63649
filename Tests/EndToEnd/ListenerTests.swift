import FileTesting
import Glibc
import PtyDriver
import Testing

/// The listeners of the whole editor: `--log` and `--record-events`.
@Suite struct ListenerTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("n.xml")
    try Tool.write(
      """
      <xml xmlns="https://developers.google.com/blockly/xml">
        <block type="math_number" id="n" x="16" y="32">
          <field name="NUM">1</field>
        </block>
      </xml>

      """, to: path)
  }

  private func editor(_ arguments: [String]) throws -> PtySession {
    let session = try PtySession(
      program: Tool.binary, arguments: arguments + [path],
      environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"])
    _ = try session.nextLine()
    return session
  }

  private func press(_ keys: [String], in session: PtySession) throws {
    for key in keys {
      session.type(key)
      _ = try session.nextLine()
    }
  }

  @Test func theLogContainsTheActions() throws {
    let log = folder.file("log")
    let session = try editor(["--log", log])
    // Enter, 7, Enter, u, Control and S, F9.
    try press(["\r", "7", "\r", "u", "\u{13}", "\u{1b}[20~"], in: session)
    session.type("q")
    #expect(try session.end() == 0)
    let lines = Tool.read(log).split(separator: "\n")
    // Each line begins with the time.
    #expect(lines.allSatisfy { $0.wholeMatch(of: /\d+\.\d{3} .+/) != nil })
    let messages = lines.map { $0.drop { $0 != " " }.dropFirst() }
    for expected in [
      "ProgramEvents: opened", "CanvasModule appeared", "FieldsModule appeared", "ProgramEvents: recorded(change)",
      "ProgramEvents: undone", "FileCommands: leaving",
      "ViewControllerEvents: didAppear(CanvasModule “Canvas” (program, canvas) in main)",
      "ViewControllerEvents: didDisappear(FieldsModule in main)",
    ] {
      #expect(messages.contains { $0 == expected }, "“\(expected)” is missing")
    }
    #expect(messages.contains { $0.hasPrefix("CanvasModule: open(") })
    #expect(messages.contains { $0.hasPrefix("FieldsModule: changed(") })
    #expect(messages.contains { $0.hasPrefix("FileCommands: saved(") })
    // Saving, setting a breakpoint and quitting show nothing, so they need no module.
    #expect(messages.contains { $0.hasPrefix("ProgramRunner: status(\"breakpoint set") })
    #expect(
      messages.filter { $0.hasSuffix(" appeared") }.map { $0.dropLast(" appeared".count) } == [
        "ProgramEvents", "FileCommands", "ProgramRunner", "ViewControllerEvents", "TitleModule", "ToolboxModule",
        "CanvasModule", "FieldsModule",
      ])
    // A request is logged before its effects.
    let requested = messages.firstIndex { $0.hasPrefix("CanvasModule: open(") } ?? .max
    #expect(requested < messages.firstIndex { $0 == "FieldsModule appeared" } ?? 0)
  }

  @Test func anUnwritableLogIsReported() throws {
    let outcome = try Tool.run(["--log", folder.file("no/log"), path])
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("mortise: can't save \(folder.file("no/log")): "))
  }

  @Test(arguments: ["--log", "--record-events"]) func failedWritesAreReportedAtTheEnd(option: String) throws {
    let session = try editor([option, "/dev/full"])
    try press(["\r", "7", "\r", "u"], in: session)
    session.type("q")
    #expect(try session.end() == 1)
    #expect(try session.errorText() == "mortise: can't save /dev/full: No space left on device\n")
  }

  @Test func bothFailuresAreReported() throws {
    let session = try editor(["--log", "/dev/full", "--record-events", "/dev/full"])
    session.type("q")
    #expect(try session.end() == 1)
    #expect(try session.errorText().split(separator: "\n").count == 2)
  }

  /// A partly written line is a failure, with its own reason.
  @Test func aLogThatGrowsTooLargeIsReported() throws {
    let log = folder.file("log")
    let editor = try EditorProcess(["--log", log, path], shell: "ulimit -f 1")
    for _ in 1...10 { try editor.type(["?", "q"]) }
    editor.session.type("q")
    #expect(try editor.session.end() == 1)
    #expect(try editor.session.errorText() == "mortise: can't save \(log): File too large\n")
  }

  // MARK: - A pipe

  /// A pipe beside the program, with a reader that reads nothing; without a reader, nil.
  private func pipe(hasReader: Bool) throws -> (path: String, reader: Int32?) {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    guard hasReader else { return (pipe, nil) }
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // F_SETPIPE_SZ, missing from the system's module: the pipe holds only one page.
    try #require(fcntl(reader, 1031, 4096) > 0)
    return (pipe, reader)
  }

  @Test(arguments: ["--log", "--record-events"], [true, false])
  func aPipeThatNobodyReadsBlocksNothing(option: String, hasReader: Bool) throws {
    let (pipe, reader) = try pipe(hasReader: hasReader)
    defer { if let reader { close(reader) } }
    let session = try editor([option, pipe])
    // More than the pipe holds.
    for _ in 1...20 { try press(["\r", "7", "\r", "u"], in: session) }
    try press(["\r", "8", "\r", "\u{13}"], in: session)
    session.type("q")
    #expect(try session.end() == 1)
    let errors = try session.errorText()
    #expect(
      errors.wholeMatch(
        of: /mortise: can't save .*\/pipe: its reader was too slow; the last \d+ lines are missing\n/) != nil,
      "\(errors)")
    #expect(Tool.read(path).contains(">8<"))
  }

  @Test func aPipeThatIsReadLaterGetsEverything() throws {
    let (pipe, _) = try pipe(hasReader: false)
    let session = try editor(["--record-events", pipe])
    try press(["\r", "7", "\r"], in: session)
    let reader = open(pipe, O_RDONLY | O_CLOEXEC)
    defer { close(reader) }
    try press(["\r", "8", "\r", "\u{13}"], in: session)
    session.type("q")
    #expect(try session.end() == 0)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("\"type\":\"change\"") } == 2)
  }

  @Test(arguments: ["--log", "--record-events"]) func aReaderThatClosesThePipeIsReported(option: String) throws {
    let (pipe, reader) = try pipe(hasReader: true)
    let session = try editor([option, pipe])
    // A pipe that isn't open yet would wait for another reader.
    var first = pollfd(fd: try #require(reader), events: Int16(POLLIN), revents: 0)
    #expect(poll(&first, 1, 10_000) == 1)
    close(first.fd)
    try press(["\r", "7", "\r", "\u{13}"], in: session)
    session.type("q")
    #expect(try session.end() == 1)
    #expect(try session.errorText() == "mortise: can't save \(pipe): Broken pipe\n")
  }

  // MARK: - Existing files

  @Test(arguments: ["--log", "--record-events"]) func anotherFileIsNotReplaced(option: String) throws {
    let before = Tool.read(path)
    for content in [before, "{\"blocks\":{}}\n", "1 line\n", "{\"type\"", "\n"] {
      let other = folder.file("other")
      try Tool.write(content, to: other)
      // With the program's name forgotten, or another one given.
      for arguments in [[option, other], [option, other, path]] {
        let outcome = try Tool.run(arguments)
        #expect(outcome.code == 1)
        let kind = option == "--log" ? "a log" : "a recording of events"
        #expect(
          outcome.errors
            == "mortise: can't save \(other): it exists and isn't \(kind); choose another name\n")
        #expect(Tool.read(other) == content)
      }
    }
    #expect(folder.names == ["n.xml", "other"])
  }

  @Test(arguments: ["--log", "--record-events"]) func theProgramIsNotReplaced(option: String) throws {
    let before = Tool.read(path)
    let (link, new) = (folder.file("link"), folder.file("new.xml"))
    #expect(symlink(path, link) == 0)
    try Tool.write("", to: folder.file("empty.xml"))
    let empty = folder.file("empty.xml")
    for (name, program) in [(path, path), (link, path), (path, path + "#block=n"), (new, new), (empty, empty)] {
      let outcome = try Tool.run([program, option, name])
      #expect(outcome.code == 1)
      #expect(outcome.errors == "mortise: can't save \(name): it is the program's own file; choose another name\n")
    }
    #expect(Tool.read(path) == before && folder.names == ["empty.xml", "link", "n.xml"])
  }

  /// A log or recording of an earlier session is replaced, and so is an empty file.
  @Test func anEarlierLogOrRecordingIsReplaced() throws {
    let (log, record) = (folder.file("log"), folder.file("record"))
    try Tool.write("", to: log)
    for number in ["7", "8"] {
      let session = try editor(["--log", log, "--record-events", record])
      try press(["\r", number, "\r", "\u{13}"], in: session)
      session.type("q")
      #expect(try session.end() == 0)
      #expect(Tool.read(log).split(separator: "\n").count { $0.hasSuffix("ProgramEvents: opened") } == 1)
      let changes = Tool.read(record).split(separator: "\n").filter { $0.contains("\"type\":\"change\"") }
      #expect(changes.count == 1)
    }
  }

  /// Recovered work replaces the program that was opened first; its events are recorded too.
  @Test func eventsOfRecoveredWorkAreRecorded() throws {
    let first = try editor([])
    try press(["\r", "7", "\r"], in: first)
    first.signal(SIGKILL)
    _ = try first.end()
    let record = folder.file("events")
    let second = try editor(["--record-events", record])
    try press(["o", "\r", "8", "\r"], in: second)
    second.signal(SIGTERM)
    _ = try second.end()
    let changes = Tool.read(record).split(separator: "\n").filter { $0.contains("\"type\":\"change\"") }
    #expect(changes.count == 1)
    #expect(changes.first?.contains("\"blockId\":\"n\"") == true && changes.first?.contains("8") == true)
  }
}
