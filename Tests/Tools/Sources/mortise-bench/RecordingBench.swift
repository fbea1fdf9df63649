import ProgramRunning
import RunTesting

/// What the recording of a run costs beside a watched run without one, and how soon any of its steps is shown.
struct RecordingBench {
  private static let repetitions = 21
  /// A run for its memory: at least so many steps.
  private static let manySteps = 10_000_000
  private static let samples = 300

  private static let long = """
    set list to create list with item 0 repeated 1000 times
    count with i from 1 to 2000000 by 1
      change total by i
      set half to total ÷ 2
      in list list set # (remainder of i ÷ 1000) + 1 as half
      if i is divisible by 100000
        print i
    if total < 0
      print total
    """

  /// A loop that calls a function in each of its rounds.
  private static let calls = """
    count with i from 1 to 1500000 by 1
      set half to f with: n i

    to f with: n
      change total by n
    return total ÷ 2
    """

  /// A list whose items are set, and then inserted and removed.
  private static let longList = """
    set list to create list with item 0 repeated 1000000 times
    count with i from 1 to 600000 by 1
      in list list set # i as i
    count with i from 1 to 2000 by 1
      in list list insert at # i × 400 as i
      in list list remove # i × 300
    """

  func run(_ verdicts: inout Verdicts) throws {
    print("\nRecording primes.xml up to 10,000, from start to end, beside a watched run")
    var table = Table(["", "watched", "recorded", "ratio", "bound", "", "with values", "ratio", "bound", ""])
    for language in RunScene.languages {
      func primes(_ watching: RunPlan.Watching) throws -> Double {
        try shortest(RunScene(program: "primes.xml", language, watching: watching), input: "10000\n")
      }
      let watched = try primes(.statements)
      let (steps, values) = (try primes(.recording(values: false)), try primes(.recording(values: true)))
      table.add([
        language, time(watched), time(steps), fixed(steps / watched, 1), Bound.recording.cell,
        verdicts.check(.recording, steps / watched, language),
        time(values), fixed(values / watched, 1), Bound.recordingValues.cell,
        verdicts.check(.recordingValues, values / watched, language),
      ])
    }
    table.show()
    try readLongRun(&verdicts)
  }

  /// The shortest time of some runs, from the start to the end of the process.
  private func shortest(_ scene: RunScene, input: String) throws -> Double {
    try (0..<Self.repetitions).map { _ in
      try seconds {
        let (end, error) = try scene.start(RunScene.text(input)).end()
        guard end == .exited(code: 0) else { throw RunScene.Missing(what: "a good end: \(error?.message ?? "")") }
      }
    }.min() ?? 0
  }

  private func readLongRun(_ verdicts: inout Verdicts) throws {
    print("\nA recording of more than 10,000,000 steps, and any of the last 1,000,000")
    let scene = try RunScene(Self.long, "javascript", watching: .recording(values: false))
    let running = try scene.start(RunScene.text())
    let duration = try seconds { _ = try running.end() }
    guard let recording = running.session.recording, recording.stepCount >= Self.manySteps else {
      throw RunScene.Missing(what: "10,000,000 steps: \(running.session.recording?.stepCount ?? 0)")
    }
    let end = recording.stepCount
    let steps = (0..<Self.samples).map { _ in Int.random(in: max(recording.firstStep, end - 1_000_000)...end) }
    var samples = Samples()
    for step in steps {
      samples.add(
        seconds {
          _ = recording.state(at: step)
          _ = recording.output(before: step)
          _ = recording.visitCounts(before: step)
        })
    }
    var table = Table(["steps", "kept", "time", "memory", "bound", "", "a step, median", "longest", "bound", ""])
    let megabytes = Double(recording.bytes) / Double(1 << 20)
    table.add([
      "\(end)", "\(end - recording.firstStep)", time(duration), "\(fixed(megabytes, 0)) MiB",
      Bound.recordingMemory.cell, verdicts.check(.recordingMemory, megabytes),
      time(samples.median), time(samples.percentile(100)), Bound.recordedStep.cell,
      verdicts.check(.recordedStep, samples.percentile(100) * 1000),
    ])
    table.show()
    try findOrigins(scene, recording, &verdicts)
    try readLongList(&verdicts)
  }

  private func findOrigins(_ scene: RunScene, _ recording: RunRecording, _ verdicts: inout Verdicts) throws {
    print("\nWhere values came from in the recording")
    let origins = RunOrigins(
      recording, in: scene.workspace, library: scene.library, outcome: "ended", label: { $0.type })
    let end = recording.stepCount
    var table = Table(["", "time", "bound", ""])
    func add(_ name: String, _ find: () throws -> RunOrigin?) throws {
      var words = ""
      let duration = try seconds { words = try find()?.words ?? "" }
      table.add([
        String((name + ": " + words).prefix(90)), time(duration), Bound.origin.cell,
        verdicts.check(.origin, duration * 1000, name),
      ])
    }
    func origin(of line: String) throws -> RunOrigin? {
      try scene.plan.numbers.id(of: scene.number(line)).flatMap { origins.origin(ofBlock: $0, before: end) }
    }
    for name in ["total", "half", "i", "list"] { try add(name) { origins.origin(ofVariable: name, at: end) } }
    // The last line is empty.
    let lines = recording.output(before: end)
    try add("the last line") { origins.origin(ofOutputLine: lines.droppedCount + lines.lines.count - 2) }
    try add("a statement in a loop") { try origin(of: "change total by i") }
    try add("a block that didn't run") { try origin(of: "print total") }
    let (calling, called) = try recorded(Self.calls)
    let others = RunOrigins(
      called, in: calling.workspace, library: calling.library, outcome: "ended", label: { $0.type })
    for name in ["half", "i"] {
      try add("\(name) in a loop that calls") { others.origin(ofVariable: name, at: called.stepCount) }
    }
    table.show()
  }

  /// The recording of a program's run in JavaScript.
  private func recorded(_ text: String) throws -> (scene: RunScene, recording: RunRecording) {
    let scene = try RunScene(text, "javascript", watching: .recording(values: false))
    let running = try scene.start(RunScene.text())
    _ = try running.end()
    guard let recording = running.session.recording else { throw RunScene.Missing(what: "a recording") }
    return (scene, recording)
  }

  private func readLongList(_ verdicts: inout Verdicts) throws {
    print("\nRows of a list with 1,000,000 items, at any step")
    let (_, recording) = try recorded(Self.longList)
    guard case .list(let list)? = recording.value(ofVariable: "list", at: recording.stepCount) else {
      throw RunScene.Missing(what: "a list")
    }
    var samples = Samples()
    for _ in 0..<Self.samples {
      let step = Int.random(in: max(recording.firstStep, 2)...recording.stepCount)
      let row = Int.random(in: 0..<1_000_000 - 50)
      samples.add(
        seconds {
          _ = recording.count(ofList: list, at: step)
          _ = recording.items(ofList: list, row..<row + 50, at: step)
        })
    }
    var table = Table(["steps", "50 rows, median", "longest", "bound", ""])
    table.add([
      "\(recording.stepCount)", time(samples.median), time(samples.percentile(100)), Bound.listRows.cell,
      verdicts.check(.listRows, samples.percentile(100) * 1000),
    ])
    table.show()
  }
}
