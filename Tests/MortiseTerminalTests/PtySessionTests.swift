import PtyDriver
import Testing

/// The driver itself, running a shell.
@Suite struct PtySessionTests {
  private func shell(_ script: String, deadlineSeconds: Int = 20) throws -> PtySession {
    try PtySession(program: "/bin/sh", arguments: ["-c", script], deadlineSeconds: deadlineSeconds)
  }

  @Test func outputEndsAtTheIdleLine() throws {
    let session = try shell("stty -echo; printf 'one two'; echo 1 >&3; read line; printf \"<$line>\"; echo 2 >&3")
    #expect(try session.bytesUntilIdle() == Array("one two".utf8))
    session.type("three\n")
    #expect(try session.bytesUntilIdle() == Array("<three>".utf8))
    #expect(try session.end() == 0)
    #expect(session.output == "one two<three>")
  }

  /// A program that writes more than the terminal buffers goes on, although only its lines are awaited.
  @Test func readsWhileItWaits() throws {
    let session = try shell("head -c 1000000 /dev/zero | tr '\\0' x; echo done >&3; exit 3")
    #expect(try session.nextLine() == "done")
    #expect(try session.bytesWritten().count == 1_000_000)
    #expect(try session.end() == 3)
  }

  @Test func waitsForAPattern() throws {
    let session = try shell("printf 'abcabd'; printf 'rest'; echo >&3; read line")
    #expect(try session.bytesThrough(Array("abd".utf8)) == Array("abcabd".utf8))
    #expect(try session.bytesUntilIdle() == Array("rest".utf8))
  }

  @Test func givesUpAtTheDeadline() throws {
    let session = try shell("read line", deadlineSeconds: 1)
    #expect(throws: PtySession.Failure.self) { try session.nextLine() }
  }
}
