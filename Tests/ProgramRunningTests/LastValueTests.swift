import Glibc
import RunTesting
import Testing

@testable import ProgramRunning

/// The last values of blocks, when the program has ended before the next report was due.
@Suite struct LastValueTests {
  /// Returns the values that a program of sums has when it has ended: those of `print N + 1`.
  private func values(
    _ count: Int, _ language: String, last: String = "", end expected: RunEnd = .exited(code: 0)
  ) throws -> [String?] {
    let lines = (1...count).map { "print \($0) + 1" } + [last]
    let scene = try RunScene(lines.joined(separator: "\n"), language, watching: .recording(values: true))
    let running = try scene.start(RunScene.text())
    #expect(try running.end().end == expected)
    let sums = scene.plan.numbers.ids.filter { scene.workspace.blocks[$0]?.type == "math_arithmetic" }
    let recording = try #require(running.session.recording)
    return sums.map { recording.value(ofBlock: scene.plan.numbers.number(of: $0), at: recording.stepCount)?.words }
  }

  @Test(arguments: RunScene.languages) func areThoseOfAShortProgram(language: String) throws {
    #expect(try values(1, language) == ["2"])
  }

  @Test(arguments: RunScene.languages) func areManyBlocks(language: String) throws {
    #expect(try values(520, language) == (1...520).map { "\($0 + 1)" })
  }

  @Test(arguments: RunScene.languages) func stayWhenTheProgramFails(language: String) throws {
    let failing = "::\(language)(CODE = \"\(["javascript": "x.y", "lua": "error('e')"][language] ?? "1 / 0")\")"
    #expect(try values(520, language, last: failing, end: .exited(code: 1)) == (1...520).map { "\($0 + 1)" })
  }

  @Test(arguments: RunScene.languages) func stayWhenTheProgramExits(language: String) throws {
    let code = ["python": "import sys; sys.exit(7)", "javascript": "process.exit(7)", "lua": "os.exit(7)"]
    let exit = "::\(language)(CODE = \"\(code[language] ?? "")\")"
    #expect(try values(3, language, last: exit, end: .exited(code: 7)) == ["2", "3", "4"])
  }

  @Test(arguments: RunScene.languages) func stayBehindALongOutput(language: String) throws {
    let code = [
      "python": "print('x' * 300000)", "javascript": "alert('x'.repeat(300000))", "lua": "print(('x'):rep(300000))",
    ]
    #expect(try values(2, language, last: "::\(language)(CODE = \"\(code[language] ?? "")\")") == ["2", "3"])
  }

  /// Ctrl+C.
  @Test(arguments: ["python", "lua"]) func stayWhenTheProgramIsInterrupted(language: String) throws {
    let text = "set x to 3 + 4\nprint \"ready\"\nrepeat while true\n  set y to 1"
    let scene = try RunScene(text, language, watching: .recording(values: true))
    let running = try scene.start(RunScene.terminal())
    _ = try running.output(containing: "ready")
    running.session.send(signal: SIGINT)
    _ = try running.end()
    let recording = try #require(running.session.recording)
    #expect(recording.value(ofBlock: try scene.number("3 + 4"), at: recording.stepCount)?.words == "7")
  }

  /// All but the last 30 ms.
  @Test(arguments: RunScene.languages) func stayWhenTheProgramIsKilled(language: String) throws {
    let text = "set x to 3 + 4\nrepeat while true\n  set y to 1\n  set z to 2"
    let scene = try RunScene(text, language, watching: .recording(values: true))
    let running = try scene.start(RunScene.terminal())
    let recording = try #require(running.session.recording)
    while recording.stepCount == 0 {
      _ = running.session.progress
      _ = try running.events.next()
    }
    running.session.send(signal: SIGKILL)
    #expect(try running.end().end == .signalled(SIGKILL))
    #expect(recording.value(ofBlock: try scene.number("3 + 4"), at: recording.stepCount)?.words == "7")
    #expect(recording.value(ofVariable: "x", at: recording.stepCount) == .integer(7))
  }
}
