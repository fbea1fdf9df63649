import RunTesting
import Testing

@testable import ProgramRunning

/// Breakpoints, steps and what can be seen at them are the same in all languages.
@Suite struct SteppingTests {
  private static let program = """
    set x to 5
    print double with: n x
    count with i from 1 to 3 by 1
      change x by i
    print x

    to double with: n
      set n to n × 2
    return n
    """

  @Test(arguments: RunScene.languages) func breakpointsStopTheProgram(language: String) throws {
    let scene = try RunScene(Self.program, language)
    let breakpoints: Set = [try scene.number("change x by i")]
    let running = try scene.start(RunScene.terminal(breakpoints: breakpoints))
    var values: [String] = []
    for _ in 0..<3 {
      let state = try running.stop()
      #expect(scene.line(state.block) == "change x by i" && state.calls.isEmpty)
      values.append(state.variables["x"] ?? "")
      running.session.resume(.run)
    }
    #expect(values == ["5", "6", "8"])
    #expect(try running.end().end == .exited(code: 0))
    #expect(running.output == "10\n11\n")
  }

  @Test(arguments: RunScene.languages) func conditionsAreAsked(language: String) throws {
    let scene = try RunScene(Self.program, language, conditions: ["change x by i": "x > 5 and i < 3"])
    let running = try scene.start(RunScene.terminal(breakpoints: [try scene.number("change x by i")]))
    let state = try running.stop()
    #expect(state.variables["i"] == "2" && state.variables["x"] == "6")
    running.session.resume(.run)
    #expect(try running.end().end == .exited(code: 0))
  }

  @Test func mistakesInConditionsAreReported() throws {
    let scene = try RunScene(Self.program)
    var conditions = BreakpointConditions(for: scene.workspace, library: scene.library)
    for text in ["x >", "nowhere = 1", "x + 1", "(", ""] {
      #expect(throws: ValueLines.Mistake.self) { try conditions.add(text, at: "a") }
    }
    #expect(conditions.values.isEmpty)
  }

  @Test(arguments: RunScene.languages) func stepsFollowTheBlocks(language: String) throws {
    let scene = try RunScene(Self.program, language)
    let running = try scene.start(RunScene.terminal(isPaused: true))
    func step(_ order: RunOrder?) throws -> RunState {
      if let order { running.session.resume(order) }
      return try running.stop()
    }
    let loop = "count with i from 1 to 3 by 1"
    #expect(scene.line(try step(nil).block) == "set x to 5")
    #expect(scene.line(try step(.over).block) == "print double with: n x")
    var state = try step(.into)
    #expect(scene.plan.functions[state.block]?.name == "double")
    #expect(state.calls.map(\.arguments) == [["5"]] && scene.line(state.calls[0].caller) == "print double with: n x")
    state = try step(.into)
    #expect(scene.line(state.block) == "set n to n × 2")
    state = try step(.into)
    #expect(state.calls.map(\.arguments) == [["10"]])
    #expect(scene.line(try step(.out).block) == loop)
    #expect(scene.line(try step(.into).block) == "change x by i")
    #expect(scene.line(try step(.over).block) == loop)
    #expect(scene.line(try step(.over).block) == "print x")
    running.session.resume(.run)
    #expect(try running.end().end == .exited(code: 0))
  }

  @Test(arguments: RunScene.languages) func runsToABlock(language: String) throws {
    let scene = try RunScene(Self.program, language)
    let running = try scene.start(RunScene.terminal(isPaused: true))
    _ = try running.stop()
    running.session.resume(.until(try scene.number("print x")))
    let state = try running.stop()
    #expect(scene.line(state.block) == "print x" && state.variables["x"] == "11")
    running.session.resume(.run)
    _ = try running.end()
  }

  @Test(arguments: RunScene.languages) func aRunningProgramIsPaused(language: String) throws {
    let scene = try RunScene("set x to 0\nrepeat while true\n  change x by 1", language)
    let running = try scene.start(RunScene.terminal())
    running.session.pause()
    #expect(try running.stop().block > 0)
    running.session.resume(.run)
    // A breakpoint that is set meanwhile takes effect, too.
    running.session.setBreakpoints(RunBreakpoints(blocks: [try scene.number("change x by 1")]))
    #expect(scene.line(try running.stop().block) == "change x by 1")
    running.session.stop()
    _ = try running.end()
  }

  @Test(arguments: RunScene.languages) func valuesAreKept(language: String) throws {
    let scene = try RunScene(
      "set x to [1, \"a\", true]\nset y to 2 + 3\nprint y", language, watching: .recording(values: true))
    let running = try scene.start(RunScene.terminal(breakpoints: [try scene.number("print y")]))
    let state = try running.stop()
    #expect(state.variables == ["x": "[1, \"a\", true]", "y": "5"])
    let recording = try #require(running.session.recording)
    #expect(recording.value(ofBlock: try scene.number("2 + 3"), at: recording.stepCount)?.words == "5")
    running.session.resume(.run)
    _ = try running.end()
  }

  @Test(arguments: RunScene.languages) func anErrorLeadsToItsBlocks(language: String) throws {
    for watching in [RunPlan.Watching.errors, .statements] {
      let scene = try RunScene(
        "print size with: what 1\n\nto size with: what\n  set y to length of z ::lists_length\nreturn y\n", language,
        watching: watching)
      let (end, error) = try scene.start(RunScene.text()).end()
      #expect(end == .exited(code: 1))
      let failure = try #require(error)
      #expect(failure.message == "this has no value yet", "\(failure.original)")
      let traceback = Traceback(
        of: failure, plan: scene.plan, in: scene.workspace, library: scene.library, label: \.type)
      // Lua tells no more than the line.
      let place = language == "lua" ? "set y to length of z" : "length of z"
      #expect(traceback.words(0) == "at ‘\(place)’ in “size”")
      #expect(traceback.words(1) == "called from ‘print size with: what 1’")
      #expect(traceback.entries.count == 2)
    }
  }
}
