import FileTesting
import Glibc
import PtyDriver
import Testing

/// What listens to the whole editor: `--log` and `--record-events`.
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

  @Test func theLogTellsWhatHappens() throws {
    let log = folder.file("log")
    let session = try editor(["--log", log])
    try press(["\r", "7", "\r", "u", "\u{13}"], in: session)
    session.type("q")
    #expect(try session.end() == 0)
    let lines = Tool.read(log).split(separator: "\n")
    // Each line begins with the time.
    #expect(lines.allSatisfy { $0.wholeMatch(of: /\d+\.\d{3} .+/) != nil })
    let words = lines.map { $0.drop { $0 != " " }.dropFirst() }
    for expected in [
      "ProgramEvents: opened", "CanvasModule is there", "FieldsModule is there", "ProgramEvents: recorded(change)",
      "ProgramEvents: undone", "FilesModule: leaving",
    ] {
      #expect(words.contains { $0 == expected }, "“\(expected)” is missing")
    }
    #expect(words.contains { $0.hasPrefix("CanvasModule: fieldRequested(") })
    #expect(words.contains { $0.hasPrefix("FieldsModule: changed(") })
    #expect(words.contains { $0.hasPrefix("FilesModule: saved(") })
    // What is told comes before what comes of it.
    let wanted = words.firstIndex { $0.hasPrefix("CanvasModule: fieldRequested(") } ?? .max
    #expect(wanted < words.firstIndex { $0 == "FieldsModule is there" } ?? 0)
  }

  @Test func aLogThatCanNotBeWrittenIsSaid() throws {
    let outcome = try Tool.run(["--log", folder.file("no/log"), path])
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("mortise: cannot save \(folder.file("no/log")): "))
  }

  @Test(arguments: ["--log", "--record-events"]) func whatCanNotBeWrittenDownIsSaidAtTheEnd(option: String) throws {
    let session = try editor([option, "/dev/full"])
    try press(["\r", "7", "\r", "u"], in: session)
    session.type("q")
    #expect(try session.end() == 1)
    #expect(try session.errorText() == "mortise: cannot save /dev/full: No space left on device\n")
  }

  @Test func bothAreSaid() throws {
    let session = try editor(["--log", "/dev/full", "--record-events", "/dev/full"])
    session.type("q")
    #expect(try session.end() == 1)
    #expect(try session.errorText().split(separator: "\n").count == 2)
  }

  /// A line that was written in part is no success, and has a reason of its own.
  @Test func aLogThatGrowsTooLargeIsSaid() throws {
    let log = folder.file("log")
    let editor = try EditorProcess(["--log", log, path], shell: "ulimit -f 1")
    for _ in 1...10 { try editor.type(["?", "q"]) }
    editor.session.type("q")
    #expect(try editor.session.end() == 1)
    #expect(try editor.session.errorText() == "mortise: cannot save \(log): File too large\n")
  }

  // MARK: - What is there already

  @Test(arguments: ["--log", "--record-events"]) func anotherFileIsNotReplaced(option: String) throws {
    let before = Tool.read(path)
    for content in [before, "{\"blocks\":{}}\n", "1 line\n", "{\"type\"", "\n"] {
      let other = folder.file("other")
      try Tool.write(content, to: other)
      // The program's name is forgotten, or another one is there.
      for arguments in [[option, other], [option, other, path]] {
        let outcome = try Tool.run(arguments)
        #expect(outcome.code == 1)
        let kind = option == "--log" ? "a log" : "a recording of events"
        #expect(
          outcome.errors
            == "mortise: cannot save \(other): it is there and is not \(kind); name another file, or remove it first\n")
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
      #expect(outcome.errors == "mortise: cannot save \(name): it is the program itself; name another file\n")
    }
    #expect(Tool.read(path) == before && folder.names == ["empty.xml", "link", "n.xml"])
  }

  /// What an earlier session has written there is replaced, as is a file that is empty.
  @Test func anEarlierOneIsReplaced() throws {
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

  /// Recovered work is another program than the one that was there at first; what is done to it is recorded all the same.
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
