import FileTesting
import Glibc
import Testing

@testable import ProgramRunning

/// A command that makes code: it may fail, hang and flood.
@Suite struct CodeMakerTests {
  // As in the app: a command need not read all of its input.
  init() { signal(SIGPIPE, SIG_IGN) }

  private func code(
    _ script: String, of program: String = "<xml></xml>", timeLimit: Duration = .seconds(15)
  ) throws -> String {
    let maker = CodeMaker(["sh", "-c", script], timeLimit: timeLimit)
    return String(decoding: try maker.code(of: Array(program.utf8)), as: UTF8.self)
  }

  private func expectFailure(
    _ script: String, _ description: String, timeLimit: Duration = .seconds(15),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CodeMaker.Failure.self, sourceLocation: sourceLocation) {
      try code(script, timeLimit: timeLimit)
    }
    #expect(error?.description == description, sourceLocation: sourceLocation)
  }

  @Test func itTurnsAProgramIntoCode() throws {
    #expect(try code("echo \"code of $(cat)\"", of: "<xml>ü</xml>") == "code of <xml>ü</xml>\n")
    #expect(try code("true", of: String(repeating: "x", count: 1_000_000)) == "")
    let folder = try TemporaryFolder()
    #expect(try CodeMaker(["/bin/echo", "a b", folder.path]).code(of: []) == Array("a b \(folder.path)\n".utf8))
  }

  @Test func whatFailsIsSaidInALine() {
    expectFailure("echo half; exit 3", "“sh” failed: exit status 3")
    expectFailure("echo half; printf '\\nno such block\\nat line 1\\n' >&2; exit 1", "“sh” failed: no such block")
    expectFailure("echo all; echo careful >&2", "“sh” failed: careful")
    expectFailure("kill -9 $$", "“sh” was ended by a signal")
    expectFailure("printf '\\377'", "“sh” wrote output that isn't UTF-8")
    expectFailure("cat /dev/zero", "“sh” wrote more than 16 MiB")
    #expect(throws: CodeMaker.Failure(description: "the program “no-such” was not found")) {
      try CodeMaker(["no-such"]).code(of: [])
    }
    #expect(throws: CodeMaker.Failure(description: "“/no/such” can't be started: No such file or directory")) {
      try CodeMaker(["/no/such"]).code(of: [])
    }
  }

  @Test func whatHangsIsEnded() {
    expectFailure("echo half; sleep 1000", "“sh” took longer than 1 s", timeLimit: .seconds(1))
    expectFailure("exec >&- 2>&-; sleep 1000", "“sh” took longer than 1 s", timeLimit: .seconds(1))
  }
}
