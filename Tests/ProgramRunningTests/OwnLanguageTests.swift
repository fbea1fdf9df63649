import CodeGeneration
import ProgramRunning
import RunTesting
import Testing

/// A language that an app brings runs like Mortise's own, as far as its runtime tells what happens.
@Suite struct OwnLanguageTests {
  private static let program = """
    set x to "it's"
    repeat 2 times
      print x
    print "end"
    """

  private static func scene(
    _ program: String = program, watching: RunPlan.Watching = .statements, conditions: [String: String] = [:]
  ) throws -> RunScene {
    try RunScene(program, "sh", of: ShellLanguage.languages, watching: watching, conditions: conditions)
  }

  @Test(arguments: [RunPlan.Watching.errors, .statements, .recording(values: true)]) func aProgramRuns(
    watching: RunPlan.Watching
  ) throws {
    let running = try Self.scene(watching: watching).start(RunScene.text())
    #expect(try running.end().end == .exited(code: 0))
    #expect(running.output == "it's\nit's\nend\n")
  }

  @Test func breakpointsAndStepsStopIt() throws {
    let scene = try Self.scene()
    let running = try scene.start(RunScene.terminal(breakpoints: [try scene.number("repeat 2 times")]))
    var state = try running.stop()
    #expect(scene.line(state.block) == "repeat 2 times" && state.variables == ["x": "it's"])
    var lines: [String] = []
    for order in [RunOrder.into, .into, .into] {
      running.session.resume(order)
      state = try running.stop()
      lines.append(scene.line(state.block))
    }
    #expect(lines == ["print x", "repeat 2 times", "print x"])
    running.session.setBreakpoints(RunBreakpoints())
    running.session.resume(.run)
    #expect(try running.end().end == .exited(code: 0))
  }

  @Test func anErrorLeadsToItsBlockInPlainWords() throws {
    let scene = try Self.scene("print 1\n::sh(CODE = \"nowhere\")\nprint 2\n")
    let (end, error) = try scene.start(RunScene.text()).end()
    #expect(end == .exited(code: 127))
    #expect(error?.message == "there is no such command" && error?.original == "exit status 127")
    #expect(error?.trace.map(scene.line) == ["sh \"nowhere\""])
  }

  @Test func aConditionThatTheLanguageCannotAskIsRefused() {
    let problem = #expect(throws: GenerationProblem.self) {
      try Self.scene("set x to 1\nprint x\n", conditions: ["print x": "true"])
    }
    #expect(problem?.message == "a breakpoint can't have a condition in Shell")
  }

  @Test func aLanguageWithoutARuntimeHasNoInterpreter() {
    let notes = CodeLanguage(id: "abc", name: "ABC notation", fileExtension: "abc", generators: [])
    #expect(Interpreter.find(for: [notes], searchPath: Interpreter.searchPath) == nil)
    #expect(Interpreter.advice(for: [notes]) == "programs can't be run in abc")
    #expect(
      Interpreter.advice(for: [notes, ShellLanguage.language])
        == "no interpreter for sh was found: install the package dash")
  }
}
