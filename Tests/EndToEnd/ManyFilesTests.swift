import FileTesting
import Glibc
import PtyDriver
import Testing

/// Commands over many files use all cores, and keep the order of the files.
@Suite struct ManyFilesTests {
  private static let program = "<xml><block type=\"text_print\"></block></xml>"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes programs, every third of them with a problem.
  private func programs(_ count: Int) throws -> [String] {
    try (0..<count).map { index in
      let path = folder.file("p\(index).xml")
      let type = index % 3 == 0 ? "nothing" : "text_print"
      // Of different sizes, so that threads overtake each other.
      let blocks = (0..<1 + (index * 37) % 200).map { "<block type=\"\(type)\" id=\"b\($0)\"></block>" }.joined()
      try Tool.write("<xml>\(blocks)</xml>", to: path)
      return path
    }
  }

  @Test func theOrderIsThatOfTheFiles() throws {
    let paths = try programs(40) + [folder.file("missing.xml")]
    let all = try Tool.run(["check"] + paths)
    let single = try paths.map { try Tool.run(["check", $0]) }
    #expect(all.code == 1 && all.output == single.map(\.output).joined())
    #expect(all.errors == single.map(\.errors).joined())
    let json = try Tool.run(["check", "--format", "json"] + paths)
    #expect(json.output.contains("missing.xml") && json.errors.isEmpty && json.code == 1)
  }

  @Test func eachFileBecomesCode() throws {
    let paths = try programs(12)
    let output = folder.file("code")
    mkdir(output, 0o700)
    let all = try Tool.run(["generate", "--to", "lua", "-o", output] + paths)
    let single = try paths.map { try Tool.run(["generate", "--to", "lua", $0]) }
    #expect(all.code == 1 && all.errors == single.map(\.errors).joined())
    for (index, outcome) in single.enumerated() { #expect(Tool.read("\(output)/p\(index).lua") == outcome.output) }
  }

  /// Checks three files, of which the second is a pipe: its reader waits until the test writes.
  private func waitingSession() throws -> (session: PtySession, pipe: String) {
    let path = try programs(2)[1]
    let pipe = folder.file("pipe.xml")
    try #require(mkfifo(pipe, 0o600) == 0)
    let session = try PtySession(
      program: "/bin/sh", arguments: ["-c", "exec \"$0\" check \"$@\" 2>&1", Tool.binary, path, pipe, path])
    _ = try session.outputUpTo("checking 1 of 3 files >>>....... 33 %")
    return (session, pipe)
  }

  @Test func aTerminalShowsHowFarTheWorkIs() throws {
    let (session, pipe) = try waitingSession()
    try Tool.write(Self.program, to: pipe)
    #expect(try session.end() == 0)
    // The line is removed before anything else is written.
    let rows = session.output.replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(rows.count == 3 && rows[1].hasSuffix("\u{1B}[K\(pipe): 1 block, no problems"), "\(rows)")
  }

  @Test func anInterruptRemovesTheBar() throws {
    let (session, _) = try waitingSession()
    session.type("\u{03}")
    _ = try session.end()
    #expect(session.output.hasSuffix("\r\u{1B}[K"), "\(session.output)")
  }

  @Test func standardErrorThatIsNoTerminalHasNoBar() throws {
    let path = try programs(2)[1]
    #expect(try Tool.run(["check", path, path]).errors.isEmpty)
  }
}
