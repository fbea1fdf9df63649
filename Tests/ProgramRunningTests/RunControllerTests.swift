import BlockModel
import BlockNotation
import ProgramRunning
import RunTesting
import Testing

/// A run without an editor: stopping, stepping, the past and watches.
@MainActor @Suite struct RunControllerTests {
  /// A program that nothing changes.
  private struct Program: RunTarget {
    let workspace: Workspace
    let notation: NotationLibrary
    var version: Int { 0 }
  }

  /// A run whose events are waited for.
  @MainActor private final class Run {
    let scene: RunScene
    let controller: RunController<Program>
    private var events = AsyncStream<RunEvent>.makeStream()

    init(_ text: String, breakpoint: String) throws {
      scene = try RunScene(text, watching: .recording(values: true))
      var breakpoints = Breakpoints()
      if let id = scene.plan.numbers.id(of: try scene.number(breakpoint)) { breakpoints.set("", at: id) }
      controller = RunController(
        Program(workspace: scene.workspace, notation: scene.library), plan: scene.plan,
        interpreter: scene.interpreter, breakpoints: breakpoints)
      var settings = RunSettings()
      settings.streams = .text(input: [])
      try controller.start(settings) { [sink = events.continuation] event in sink.yield(event) }
    }

    /// Receives events until the program is stopped or has ended.
    func awaitStop() async {
      for await event in events.stream {
        controller.receive(event)
        if !controller.isRunning { return }
      }
    }

    var line: String { scene.line(controller.state?.block ?? 0) }
  }

  private static let loop = "set x to 1\nrepeat 3 times\n  change x by 2\nprint x"

  @Test func aRunStopsAndStepsAndEnds() async throws {
    let run = try Run(Self.loop, breakpoint: "change x by 2")
    await run.awaitStop()
    #expect(run.line == "change x by 2")
    #expect(run.controller.variables.map(\.value) == ["1"] && run.controller.isFirstStop)
    run.controller.resume(.into)
    await run.awaitStop()
    #expect(run.controller.variables.map(\.value) == ["3"])
    #expect(run.controller.isChanged(("x", "3")) && !run.controller.isFirstStop)
    run.controller.set(Breakpoints())
    run.controller.resume(.run)
    await run.awaitStop()
    #expect(!run.controller.isActive && run.controller.error == nil)
    #expect(run.controller.output.lines.first == "7")
  }

  @Test func thePastIsShownUntilTheProgramContinues() async throws {
    let run = try Run(Self.loop, breakpoint: "print x")
    await run.awaitStop()
    var watches = Watches()
    watches.add("x * 10")
    #expect(run.controller.values(of: watches)?.map(\.words) == ["70"])
    for (move, line, value) in [
      (RecordedMove.first, "set x to 1", nil), (.into, "repeat 3 times", "10"), (.into, "change x by 2", "10"),
      (.over, "repeat 3 times", "30"),
    ] as [(RecordedMove, String, String?)] {
      guard case .step(let step)? = run.controller.destination(of: move, statement: nil) else {
        Issue.record("\(move) is refused")
        return
      }
      run.controller.showPast(before: step)
      #expect(run.line.hasPrefix(line), "\(move)")
      if let value { #expect(run.controller.values(of: watches)?.map(\.words) == [value], "\(move)") }
    }
    run.controller.resume(.run)
    await run.awaitStop()
    #expect(run.controller.past == nil && !run.controller.isActive)
  }

  @Test func aCommandWaitsForTheEnd() throws {
    let scene = try RunScene("print length of z ::lists_length", watching: .errors)
    let run = RunController(
      Program(workspace: scene.workspace, notation: scene.library), plan: scene.plan, interpreter: scene.interpreter)
    var settings = RunSettings()
    settings.streams = .text(input: [])
    try run.start(settings)
    #expect(run.wait() == .exited(code: 1))
    #expect(run.error?.message == "this has no value yet")
  }
}
