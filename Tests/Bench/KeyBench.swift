import BlockLibrary
import Glibc
import PtyDriver

/// Time and bytes a key, in small and large programs: the time must not grow with the program.
struct KeyBench {
  /// How many times the small program's time a key may take in the large one.
  static let timeBound = 2.0
  /// The bytes that an arrow key may write, in the median at 80×24.
  static let arrowBytes = 200.0

  /// Something that a person does, as what is typed for it.
  private struct Action {
    var name: String
    /// Each is answered by one frame.
    var keys: [String]
    var repetitions: Int
  }

  private static let actions = [
    Action(name: "arrow down", keys: ["\u{1B}[B"], repetitions: 60),
    Action(name: "arrow right", keys: ["\u{1B}[C"], repetitions: 60),
    Action(name: "page down", keys: ["\u{1B}[6~"], repetitions: 30),
    Action(name: "page up", keys: ["\u{1B}[5~"], repetitions: 30),
    Action(name: "field edit", keys: ["\r", "7", "\r"], repetitions: 20),
    Action(name: "undo", keys: ["u"], repetitions: 10),
    Action(name: "redo", keys: ["U"], repetitions: 10),
  ]

  let small: Int
  let large: Int

  func run(_ verdicts: inout Verdicts) throws {
    print("Time and bytes a key in the editor, 80×24, medians")
    let before = try measure(blocks: small)
    let after = try measure(blocks: large)
    var table = Table(["", "\(small)", "bytes", "\(large)", "bytes", "times as long", "bound", ""])
    for (index, action) in Self.actions.enumerated() {
      let ratio = after[index].seconds / before[index].seconds
      table.add([
        action.name, time(before[index].seconds), fixed(before[index].bytes, 0), time(after[index].seconds),
        fixed(after[index].bytes, 0), fixed(ratio, 2), "≤ \(fixed(Self.timeBound, 0))",
        verdicts.check("\(action.name), time in \(large) beside \(small) blocks", ratio, atMost: Self.timeBound),
      ])
    }
    table.show()
    for (blocks, figures) in [(small, before), (large, after)] {
      let arrows = figures.prefix(2).map(\.bytes).max() ?? 0
      print(
        "arrow key in \(blocks) blocks: \(fixed(arrows, 0)) bytes, at most \(fixed(Self.arrowBytes, 0)): "
          + verdicts.check("bytes an arrow key in \(blocks) blocks", arrows, atMost: Self.arrowBytes))
    }
    print("")
  }

  private func measure(blocks: Int) throws -> [(seconds: Double, bytes: Double)] {
    let factory = try StockBlocks.factory()
    let bytes = try LoadingBench.text(blocks: blocks, format: .json, factory: factory)
    return try Files.withTemporary(bytes) { path in
      let session = try PtySession(
        program: BuiltPrograms.path(of: "mortise"), arguments: [path],
        environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)", "ESCDELAY": "25"], deadlineSeconds: 60)
      _ = try session.bytesUntilIdle()
      return try Self.actions.map { try measure($0, in: session) }
    }
  }

  private func measure(_ action: Action, in session: PtySession) throws -> (seconds: Double, bytes: Double) {
    var times = Samples()
    var sizes = Samples()
    for _ in 0..<action.repetitions {
      var written = 0
      times.add(
        try seconds {
          for key in action.keys {
            session.type(key)
            written += try session.bytesUntilIdle().count
          }
        })
      sizes.add(Double(written))
    }
    return (times.median, sizes.median)
  }
}
