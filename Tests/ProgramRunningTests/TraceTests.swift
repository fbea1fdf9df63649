import MortiseFiles
import RunTesting
import SeededTesting
import Synchronization
import Testing

@testable import ProgramRunning

/// All steps of a run are passed on in their order, with what changed.
@Suite struct TraceTests {
  /// Steps as they come.
  private final class Trace: Sendable {
    private let steps = Mutex<[TracedStep]>([])
    private let arrival = Semaphore()

    func take(_ new: [TracedStep]) {
      steps.withLock { $0 += new }
      arrival.signal()
    }

    /// Waits for some steps.
    func first(_ count: Int) -> [TracedStep] {
      while true {
        let steps = steps.withLock { $0 }
        if steps.count >= count || !arrival.wait(atMost: .seconds(20)) { return steps }
      }
    }
  }

  private static func words(_ steps: [TracedStep], in scene: RunScene) -> [String] {
    steps.map { scene.line($0.block) + $0.changes.map { " \($0.name)=\($0.value)" }.joined() }
  }

  @Test(arguments: RunScene.languages) func changesAreThoseOfTheStatementBefore(language: String) throws {
    let scene = try RunScene(
      """
      set x to 1
      repeat 2 times
        change x by 1
      f with: n 5
      print x

      to f with: n
        change n by 1
        change x by n

      """, language, watching: .recording(values: false))
    let trace = Trace()
    var settings = RunScene.text()
    settings.trace = trace.take
    _ = try scene.start(settings).end()
    #expect(
      Self.words(trace.first(11), in: scene) == [
        "set x to 1", "repeat 2 times x=1", "change x by 1", "repeat 2 times x=2", "change x by 1",
        "repeat 2 times x=3", "f with: n 5", "to f with: n n=5", "change n by 1", "change x by n n=6",
        "print x n=null x=9",
      ])
  }

  /// Nobody has to wait for the end of the program.
  @Test(arguments: RunScene.languages) func stepsComeAtOnce(language: String) throws {
    let scene = try RunScene(
      "set x to 1\nset y to prompt for text with message \"?\"\nprint y\n", language,
      watching: .recording(values: false))
    let trace = Trace()
    var settings = RunScene.terminal()
    settings.trace = trace.take
    let running = try scene.start(settings)
    #expect(trace.first(2).count == 2)
    running.session.type(Array("z\n".utf8))
    #expect(try running.end().end == .exited(code: 0))
    #expect(Self.words(trace.first(3), in: scene).last == "print y y=\"z\"")
  }

  /// A trace is what a recording has at its steps.
  @Test(arguments: Seeds.first(4)) func tracesAreTheRecordings(seed: UInt64) throws {
    for language in RunScene.languages {
      let scene = try RunScene(RandomRun.text(seed: seed, language), language, watching: .recording(values: false))
      let trace = Trace()
      var settings = RunScene.text()
      settings.trace = trace.take
      let running = try scene.start(settings)
      _ = try running.end()
      let recording = try #require(running.session.recording)
      let steps = trace.first(recording.stepCount)
      #expect(steps.map(\.block) == (0..<recording.stepCount).map(recording.block(at:)), "\(language), seed \(seed)")
      var known: [String: String] = [:]
      for (step, traced) in steps.enumerated() {
        let state = recording.state(at: step)
        var variables = state.variables
        if let call = state.calls.first, let function = scene.plan.functions[call.function] {
          for (name, value) in zip(function.parameters, call.arguments) {
            // The variable of a loop hides it.
            let loop = recording.slots.key(ofLoopsOver: name, in: call.function)
            let isHidden = recording.store.withLock { store in
              loop.flatMap { store.bound($0, at: store.time(of: step)) } != nil
            }
            if !isHidden { variables[name] = value }
          }
        }
        let changes = Set(known.keys).union(variables.keys).sorted()
          .filter { known[$0] ?? "null" != variables[$0] ?? "null" }.map { "\($0) = \(variables[$0] ?? "null")" }
        #expect(
          traced.changes.map { "\($0.name) = \($0.value)" } == changes, "\(language), seed \(seed), step \(step)")
        known = variables
      }
    }
  }
}
