import Glibc
import Testing

@testable import ProgramRunning

@Suite struct ChildProcessTests {
  private func start(_ script: String, timeLimit: Duration = .seconds(15)) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", script], environment: [Array("PATH=/usr/bin:/bin".utf8)], timeLimit: timeLimit)
  }

  /// Neither side may wait for the other.
  @Test func itReadsAndWritesAtTheSameTime() throws {
    let process = try start("cat; echo done >&2; exit 3")
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    process.send(bytes)
    process.endInput()
    #expect(try process.readToEnd(limit: 4_000_000) == bytes)
    #expect(try process.finish() == 3)
    #expect(process.errorText == Array("done\n".utf8))
  }

  @Test func itAnswersOneRequestAfterTheOther() throws {
    let process = try start("while read line; do echo \"got $line\"; printf '12345'; done")
    for number in 0..<3 {
      process.send(Array("\(number)\n".utf8))
      #expect(try process.readLine() == Array("got \(number)".utf8))
      if number == 1 { try process.skip(5) } else { #expect(try process.read(5) == Array("12345".utf8)) }
    }
    process.endInput()
    #expect(try process.readLine() == nil)
    #expect(try process.finish() == 0)
  }

  @Test func whatGoesWrongIsAnError() throws {
    #expect(throws: ChildProcess.Failure.tooMuch) { try start("cat /dev/zero").readToEnd(limit: 1 << 20) }
    #expect(throws: ChildProcess.Failure.ended) { try start("echo abc").read(5) }
    #expect(throws: ChildProcess.Failure.ended) { try start("kill -9 $$").finish() }
    let missing = try ChildProcess("/none", [], environment: [], timeLimit: .seconds(15))
    #expect(throws: ChildProcess.Failure.notStarted(ENOENT)) { try missing.finish() }
  }

  @Test func whatTakesTooLongEndsWithAllThatItStarted() throws {
    let process = try start("(exec sleep 1000 >/dev/null 2>&1) & echo $!; sleep 1000", timeLimit: .milliseconds(300))
    let number = try #require(try process.readLine())
    #expect(!number.isEmpty)
    let begin = ContinuousClock.now
    #expect(throws: ChildProcess.Failure.tooSlow) { _ = try process.readLine() }
    #expect(ContinuousClock.now - begin < .seconds(10))
  }
}
