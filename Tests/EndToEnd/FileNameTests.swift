import FileTesting
import Glibc
import PtyDriver
import Testing

/// A program whose file name is not UTF-8.
@Suite struct FileNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let text = folder.file("n.xml")
    try Tool.write(NumberProgram.text(1), to: text)
    _ = try run("mv '\(text)' \(path(#"n\351.xml"#))", "--version")
  }

  /// A path for the shell, as Swift's strings can't hold it; the name has octal escapes.
  private func path(_ name: String) -> String { "\"$(printf '\(folder.path)/\(name)')\"" }

  private func run(_ shell: String, _ arguments: String) throws -> Tool.Outcome {
    try Tool.run([], shell: "\(shell)\nset -- \(arguments)")
  }

  @Test func commandsReadAndWriteIt() throws {
    let name = path(#"n\351.xml"#)
    let check = try run("", "check \(name)")
    #expect(check.code == 0 && check.output == "\(folder.path)/n\u{FFFD}.xml: 1 block, no problems\n")
    let other = path(#"\351\377.json"#)
    #expect(try run("", "convert \(name) -o \(other)") == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(try run("", "check \(other)").code == 0)
    #expect(try run("cat \(other) >/dev/null || exit", "--version").code == 0)
    let missing = try run("", "check \(path(#"no\351.xml"#))")
    #expect(missing.errors == "mortise: can't read \(folder.path)/no\u{FFFD}.xml: there is no such file\n")
    let json = try run("echo '<xml><a/></xml>' >\(name)", "check --format json \(name)")
    #expect(json.output.contains(#"/n\udce9.xml""#), "\(json)")
  }

  @Test func itIsEditedRecoveredAndSaved() throws {
    let name = path(#"n\351.xml"#)
    func editor() throws -> PtySession {
      let session = try PtySession(
        program: "/bin/sh", arguments: ["-c", "exec '\(Tool.binary)' \(name)"],
        environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"])
      _ = try session.nextLine()
      return session
    }
    func typeKeys(_ keys: [String], in session: PtySession) throws {
      for key in keys {
        session.type(key)
        _ = try session.nextLine()
      }
    }
    let killed = try editor()
    try typeKeys(["\r", "7", "\r"], in: killed)
    killed.signal(SIGKILL)
    _ = try killed.end()
    #expect(try run("test -e \(path(#".n\351.xml.mortise-journal"#)) || exit", "--version").code == 0)
    let session = try editor()
    _ = try session.outputUpTo("Unsaved work")
    session.type("\r")
    _ = try session.outputUpTo("this is the unsaved work")
    session.type("\u{13}")
    _ = try session.outputUpTo("saved n\u{FFFD}.xml")
    session.type("q")
    #expect(try session.end() == 0)
    #expect(try run("", "convert \(name) -o -").output == NumberProgram.text(7))
    #expect(folder.names.count == 1)
  }
}
