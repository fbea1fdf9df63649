import ProgramRunning
import RunTesting
import Testing

/// A recorded run of a program, beside another one that is stopped at its statements.
struct RecordedRun {
  let recording: RunRecording
  let output: String
  let end: RunEnd
  let error: RunError?
  private let scene: RunScene

  /// - Parameters:
  ///   - text: the program in the notation.
  ///   - input: what it reads.
  init(_ text: String, _ language: String, input: String = "", values: Bool = false) throws {
    scene = try RunScene(text, language, watching: .recording(values: values))
    let running = try scene.start(RunScene.text(input))
    (end, error) = try running.end()
    output = running.output
    recording = try #require(running.session.recording)
  }

  /// Compares the steps, from the last one to the first and at random, with what a run tells that is stopped there.
  /// - Parameter line: the only statement that it is stopped at; nil for all of them.
  func expectStates(of text: String, _ language: String, input: String = "", at line: String? = nil) throws {
    let scene = try RunScene(text, language)
    var settings = RunScene.text(input)
    let block = try line.map(scene.number)
    if let block { settings.breakpoints = [block] } else { settings.isPaused = true }
    let running = try scene.start(settings)
    var states: [RunState] = []
    var failure: RunError?
    loop: while true {
      switch try running.events.next() {
      case .stopped(let state, _, _):
        states.append(state)
        running.session.resume(block == nil ? .into : .run)
      case .failed(let error): failure = error
      case .ended: break loop
      case .progress: break
      }
    }
    #expect(!recording.isBroken)
    let steps = (0..<recording.stepCount).filter { block == nil || recording.block(at: $0) == block }
    #expect(steps.count == states.count, "\(language): \(output)")
    for (step, state) in zip(steps, states).reversed() { expect(state, at: step, language) }
    for (step, state) in zip(steps, states).shuffled().prefix(20) { expect(state, at: step, language) }
    // Without a terminal, nobody sees the answers.
    if input.isEmpty { #expect(recording.output(before: recording.stepCount).lines == Self.lines(output)) }
    #expect(Self.message(error, language) == Self.message(failure, language))
    if let failure {
      var last = recording.state(at: recording.stepCount)
      last.block = failure.state.block
      // A variable without a value isn't told.
      #expect(last.variables.filter { $0.value != "null" } == failure.state.variables.filter { $0.value != "null" })
    }
  }

  /// The first step of the statement that is written as a line.
  func step(of line: String) throws -> Int {
    let number = try scene.number(line)
    return try #require((0..<recording.stepCount).first { recording.block(at: $0) == number })
  }

  /// Of a variable within a hook, Lua doesn't tell the name.
  private static func message(_ error: RunError?, _ language: String) -> Substring? {
    guard let original = error?.original else { return nil }
    return language == "lua"
      ? original[..<(original.firstRange(of: " (")?.lowerBound ?? original.endIndex)] : original[...]
  }

  private static func lines(_ output: String) -> [String] {
    var lines = OutputLines()
    lines.add(Array(output.utf8), total: output.utf8.count)
    return lines.lines
  }

  private func expect(_ state: RunState, at step: Int, _ language: String) {
    let recorded = recording.state(at: step)
    if recorded == state { return }
    Issue.record(
      """
      \(language), step \(step), ‘\(scene.line(state.block))’:
      stopped:  \(state)
      recorded: \(recorded)
      """)
  }
}
