import BlockNotation
import ProgramRunning
import RunTesting
import Testing

/// Lines that are watched, and conditions that a program that runs gets.
@Suite struct WatchTests {
  private static let program = """
    set x to 0
    set words to ["pear", "fig"]
    count with i from 1 to 5 by 1
      change x by i
    print x
    print double with: n 1

    to double with: n
      set x to n × 2
    return x

    """

  private func code(_ line: String, _ scene: RunScene) throws -> ValueCode {
    let lines = ValueLines(for: scene.workspace, library: scene.library)
    return try withExtendedLifetime(lines) { try scene.plan.code(of: lines.read(line)) }
  }

  @Test(arguments: RunScene.languages) func linesHaveTheirValuesAtEachStep(language: String) throws {
    let scene = try RunScene(Self.program, language, watching: .recording(values: false))
    let running = try scene.start(RunScene.text())
    #expect(try running.end().end == .exited(code: 0))
    let recording = try #require(running.session.recording)
    var watches = Watches()
    for line in [
      "x × 2", "  in list words get  last", "[x, words]", "x = ", "y", "random fraction", "double with: n 1",
    ] {
      watches.add(line)
    }
    watches.add("length of \"ß\" ::text_length")
    watches.add("in list words get # from end -9223372036854775808")
    let lines = WatchedLines(watches, for: scene.workspace, library: scene.library, plan: scene.plan)
    let number = try scene.number("change x by i")
    var found: [String] = []
    for step in 0..<recording.stepCount where recording.block(at: step) == number {
      let values = lines.values(in: recording, at: step)
      found.append(values[0].words)
      #expect(values[1].words == "\"fig\"" && values[7].words == (language == "lua" ? "2" : "1"))
      #expect(values[2].words.hasSuffix(", [\"pear\", \"fig\"]]"))
      #expect(values[3].words == "“x = _” is incomplete" && values[4].words == "there is no variable “y”")
      #expect(values[5].words == "a random fraction has no fixed value")
      #expect(values[6].words == "calls of functions can't be watched")
      #expect(!values[8].words.isEmpty && !values[8].words.contains("pear") && !values[8].words.contains("fig"))
    }
    #expect(found == ["0", "2", "6", "12", "20"])
  }

  @Test(arguments: RunScene.languages) func aConditionTakesEffectAtOnce(language: String) throws {
    let scene = try RunScene(
      Self.program, language, watching: .recording(values: false), conditions: ["change x by i": "i = 2"])
    let number = try scene.number("change x by i")
    func breakpoints(_ condition: String) throws -> RunBreakpoints {
      RunBreakpoints(blocks: [number], conditions: [number: .value(try code(condition, scene))])
    }
    let running = try scene.start(RunScene.terminal(breakpoints: [number], isPaused: true))
    _ = try running.stop()
    // The condition of the code holds no longer.
    running.session.setBreakpoints(try breakpoints("i = 3"))
    running.session.resume(.run)
    var state = try running.stop()
    #expect(state.block == number && state.variables["i"] == "3" && state.variables["x"] == "3")
    // Where it is false, a step goes on to its own end.
    running.session.resume(.over)
    #expect(scene.line(try running.stop().block).hasPrefix("count with i"))
    running.session.resume(.into)
    state = try running.stop()
    #expect(state.block == number && state.variables["i"] == "4")
    running.session.resume(.over)
    _ = try running.stop()
    running.session.resume(.over)
    #expect(scene.line(try running.stop().block) == "print x")
    running.session.resume(.run)
    #expect(try running.end().end == .exited(code: 0))
  }

  @Test(arguments: RunScene.languages) func aConditionThatFailsStopsTheProgram(language: String) throws {
    let scene = try RunScene(Self.program, language, watching: .recording(values: false))
    let number = try scene.number("change x by i")
    let running = try scene.start(RunScene.terminal(isPaused: true))
    _ = try running.stop()
    // The parameter has no value here.
    let condition = try code("in list n get first = 1", scene)
    let breakpoints = RunBreakpoints(blocks: [number], conditions: [number: .value(condition)])
    running.session.setBreakpoints(breakpoints)
    running.session.resume(.run)
    let problem = #expect(throws: RunScene.Missing.self) { try running.stop() }
    #expect(problem?.what == "this has no value yet")
    running.session.stop()
    _ = try running.end()
  }
}
