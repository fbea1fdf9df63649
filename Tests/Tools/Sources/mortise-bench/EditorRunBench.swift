import Glibc
import PtyDriver

/// The editor while a program runs in it: how long a key takes, and how its memory grows.
struct EditorRunBench {
  /// How long keys are pressed.
  private static let keyTime = Duration.seconds(3)

  /// The first two statements tell by their words when the cursor has moved.
  private static func program(_ body: String) -> String {
    """
    set a to "aaaaaaaa"
    set b to "bbbbbbbb"
    repeat while true
      change c by 1
    \(body)
    """
  }

  func run(_ verdicts: inout Verdicts) throws {
    print("The editor while a program runs in Python, 80×24")
    var table = Table(["", "key, median", "slowest but 1 in 20", "bound", "", "memory", "bound", ""])
    let (alone, aloneRow) = try row("no program", nil, &verdicts)
    let (beside, besideRow) = try row("a loop", "", &verdicts)
    table.add(aloneRow)
    table.add(besideRow)
    try table.add(row("a flood of output", "  print c", &verdicts).row)
    table.show()
    let delay = beside.percentile(99) - alone.percentile(99)
    print(
      "a key beside a loop, slowest but 1 in 100: \(time(max(0, delay))) longer, \(Bound.runDelay.cell): "
        + verdicts.check(.runDelay, delay * 1000))
  }

  private func row(
    _ name: String, _ body: String?, _ verdicts: inout Verdicts
  ) throws -> (keys: Samples, row: [String]) {
    try Files.withTemporary(Array(Self.program(body ?? "").utf8), named: "program.blocktext") { path in
      let session = try PtySession(
        program: BuiltPrograms.path(of: "mortise"), arguments: [path],
        environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? "", "ESCDELAY": "25"], deadlineSeconds: 60)
      _ = try session.bytesThrough(Array("bbbbbbbb".utf8))
      let before = session.memory
      var start = ContinuousClock.now
      if body != nil {
        session.type("\u{1B}r")
        _ = try session.bytesThrough(Array("running".utf8))
        start = .now
      }
      let keys = try pressKeys(session)
      let grown = Double(max(0, session.memory - before))
      if body == "" { try checkRate(session, since: start, &verdicts) }
      let row = [
        name, time(keys.median), time(keys.percentile(95)), Bound.runKey.cell,
        verdicts.check(.runKey, keys.percentile(95) * 1000, name),
        "+\(fixed(grown / 1_000_000, 1)) MB", Bound.runMemory.cell,
        verdicts.check(.runMemory, grown / 1_000_000, name),
      ]
      return (keys, row)
    }
  }

  /// Moves the cursor up and down, and waits for the words on the status line.
  private func pressKeys(_ session: PtySession) throws -> Samples {
    var samples = Samples()
    let start = ContinuousClock.now
    var isDown = false
    while ContinuousClock.now - start < Self.keyTime {
      isDown.toggle()
      samples.add(
        try seconds {
          session.type(isDown ? "\u{1B}[B" : "\u{1B}[A")
          _ = try session.bytesThrough(Array((isDown ? "bbbbbbbb" : "aaaaaaaa").utf8))
        })
    }
    return samples
  }

  /// Pauses the program, and reads from the screen how far it has counted.
  private func checkRate(
    _ session: PtySession, since start: ContinuousClock.Instant, _ verdicts: inout Verdicts
  ) throws {
    session.type("\u{1B}z")
    _ = try session.bytesThrough(Array("c = ".utf8))
    let time = (ContinuousClock.now - start) / .seconds(1)
    let rest = try session.bytesThrough([0x1B]).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // Each time round, the loop and the statement in it.
    let rate = 2 * (Double(String(decoding: rest, as: UTF8.self)) ?? 0) / time
    print(
      "\(fixed(rate / 1_000_000, 1)) million statements a second, \(Bound.runStatements.cell): "
        + verdicts.check(.runStatements, rate))
  }
}
