import ProgramRunning
import RunTesting

/// What the hooks of a watched run cost in Python, beside a plain run, and how long stopping takes.
struct RunBench {
  private static let repetitions = 5
  private static let stops = 50

  /// Notes and prints Python's own processor time.
  private static let assignments = """
    ::python(CODE = "import time; begin = time.process_time()")
    count with i from 1 to 300000 by 1
      set a to i
      set b to a
      set c to b
      set d to c
    ::python(CODE = "print(time.process_time() - begin)")
    """

  func run(_ verdicts: inout Verdicts) throws {
    print("Programs in Python, with and without hooks")
    var table = Table(["", "plain", "with hooks", "ratio", "bound", ""])
    let bare = (try printedSeconds(.errors), try printedSeconds(.statements))
    table.add(row("300,000 × 4 assignments", bare, .bareHooks, &verdicts))
    let start = try wholeSeconds(RunScene("print 1", watching: .errors), input: "")
    let usual = (try primes(.errors) - start, try primes(.statements) - start)
    table.add(row("primes.xml up to 10,000, without starting", usual, .usualHooks, &verdicts))
    table.show()
    print("\nStopping a program, \(Self.stops) times each, until none of its processes is left")
    var stopTable = Table(["", "median", "longest", "bound", ""])
    for program in StubbornProgram.allCases {
      let samples = try stopSeconds(program)
      let longest = samples.percentile(100)
      stopTable.add([
        program.rawValue, time(samples.median), time(longest), Bound.stop.cell,
        verdicts.check(.stop, longest * 1000, program.rawValue),
      ])
    }
    stopTable.show()
  }

  private func row(
    _ name: String, _ seconds: (plain: Double, hooked: Double), _ bound: Bound, _ verdicts: inout Verdicts
  ) -> [String] {
    let ratio = seconds.hooked / seconds.plain
    return [
      name, time(seconds.plain), time(seconds.hooked), fixed(ratio, 1), bound.cell,
      verdicts.check(bound, ratio),
    ]
  }

  /// The shortest time of some runs that print it.
  private func printedSeconds(_ watching: RunPlan.Watching) throws -> Double {
    let scene = try RunScene(Self.assignments, watching: watching)
    return try (0..<Self.repetitions).map { _ in
      let running = try scene.start(RunScene.text())
      _ = try running.end()
      guard let seconds = Double(running.output.filter { !$0.isWhitespace }) else {
        throw RunScene.Missing(what: "a time in “\(running.output)”")
      }
      return seconds
    }.min() ?? 0
  }

  private func primes(_ watching: RunPlan.Watching) throws -> Double {
    try wholeSeconds(RunScene(program: "primes.xml", watching: watching), input: "10000\n")
  }

  /// The shortest time of some runs, from the start to the end of the process.
  private func wholeSeconds(_ scene: RunScene, input: String) throws -> Double {
    try (0..<Self.repetitions).map { _ in
      try seconds {
        let (end, error) = try scene.start(RunScene.text(input)).end()
        guard end == .exited(code: 0) else { throw RunScene.Missing(what: "a good end: \(error?.message ?? "")") }
      }
    }.min() ?? 0
  }

  private func stopSeconds(_ program: StubbornProgram) throws -> Samples {
    let scene = try program.scene()
    var samples = Samples()
    for _ in 0..<Self.stops {
      let running = try scene.start(RunScene.terminal())
      while running.session.progress.outputCount == 0 { _ = try running.events.next() }
      samples.add(
        try seconds {
          running.session.stop()
          _ = try running.end()
        })
    }
    return samples
  }
}
