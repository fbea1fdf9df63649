import BlockLibrary
import Glibc
import PtyDriver

/// Time and bytes per key, in small and large programs. The time must not grow with the program.
struct KeyBench {
  /// What the programs consist of.
  enum Content {
    /// Stacks of statements, as people build them.
    case program
    /// Stacks of one statement each, in five columns.
    case looseStacks

    fileprivate var name: String { self == .program ? "blocks" : "loose stacks" }
  }

  /// A user action and the keys for it.
  private struct Action: Sendable {
    var name: String
    /// The keys; each one is answered by one frame.
    var keys: @Sendable (_ repetition: Int) -> [String]
    /// A key to press before the others, and one behind them.
    var first, last: String?

    init(name: String, keys: String..., repetitions: Int, first: String? = nil, last: String? = nil) {
      self.init(name: name, repetitions: repetitions, first: first) { _ in keys }
      self.last = last
    }

    init(
      name: String, repetitions: Int, first: String? = nil, keys: @escaping @Sendable (_ repetition: Int) -> [String]
    ) {
      self.name = name
      self.keys = keys
      self.repetitions = repetitions
      self.first = first
    }

    var repetitions: Int
  }

  private static let actions = [
    // Home moves to the number at the beginning of the program.
    Action(name: "arrow down", keys: "\u{1B}[B", repetitions: 60, first: "\u{1B}[H"),
    Action(name: "arrow right", keys: "\u{1B}[C", repetitions: 60),
    // Few enough that even the small program has as many pages.
    Action(name: "page down", keys: "\u{1B}[6~", repetitions: 12, first: "\u{1B}[H"),
    Action(name: "page up", keys: "\u{1B}[5~", repetitions: 12),
    Action(name: "field edit", repetitions: 20, first: "\u{1B}[H") { ["\r", "\($0 % 10)", "\r"] },
    Action(name: "undo", keys: "u", repetitions: 20),
    Action(name: "redo", keys: "U", repetitions: 20),
    Action(name: "duplicate", keys: "d", repetitions: 20),
    Action(name: "undo of duplicates", keys: "u", repetitions: 20),
    Action(name: "start of a move", keys: "m", "q", repetitions: 20),
    Action(name: "step of a move", keys: "\u{1B}[B", repetitions: 20, first: "m", last: "q"),
  ]
  /// How often all actions are measured: a key takes about as long as the machine is busy with something else now and
  /// then.
  private static let rounds = 4

  /// - Parameter large: the number of blocks in the large program.
  static func runAll(large: Int, _ verdicts: inout Verdicts) throws {
    try KeyBench(small: 1_000, large: large).run(&verdicts)
    try KeyBench(content: .looseStacks, small: 1_000, large: 20_000).run(&verdicts)
  }

  var content = Content.program
  let small: Int
  let large: Int

  func run(_ verdicts: inout Verdicts) throws {
    print("Time and bytes a key in the editor with \(content.name), 80×24, medians")
    let (before, after) = try measure()
    var table = Table(["", "\(small)", "bytes", "\(large)", "bytes", "times as long", "bound", ""])
    for (index, action) in Self.actions.enumerated() {
      let ratio = after[index].seconds / before[index].seconds
      table.add([
        action.name, time(before[index].seconds), fixed(before[index].bytes, 0), time(after[index].seconds),
        fixed(after[index].bytes, 0), fixed(ratio, 2), Bound.keyGrowth.cell,
        verdicts.check(.keyGrowth, ratio, "\(action.name) with \(large) beside \(small) \(content.name)"),
      ])
    }
    table.show()
    // Among loose stacks, the right arrow scrolls to other columns, which redraws the canvas.
    if content == .program {
      for (blocks, figures) in [(small, before), (large, after)] {
        let arrows = figures.prefix(2).map(\.bytes).max() ?? 0
        print(
          "arrow key with \(blocks) \(content.name): \(fixed(arrows, 0)) bytes, \(Bound.keyBytes.cell): "
            + verdicts.check(.keyBytes, arrows, "\(blocks) \(content.name)"))
      }
    }
    print("")
  }

  private typealias Figures = (seconds: Double, bytes: Double)

  /// Measures every action in both programs in turns, so that a slow machine affects both.
  private func measure() throws -> (small: [Figures], large: [Figures]) {
    try withSession(count: small) { smallSession in
      try withSession(count: large) { largeSession in
        let sessions = [smallSession, largeSession]
        let none = Array(repeating: (times: Samples(), sizes: Samples()), count: Self.actions.count)
        var samples = [none, none]
        func press(_ key: String?) throws {
          guard let key else { return }
          for session in sessions {
            session.type(key)
            _ = try session.bytesUntilIdle()
          }
        }
        for _ in 0..<Self.rounds {
          for (place, action) in Self.actions.enumerated() {
            try press(action.first)
            for repetition in 0..<action.repetitions {
              for (index, session) in sessions.enumerated() {
                var written = 0
                samples[index][place].times.add(
                  try seconds {
                    for key in action.keys(repetition) {
                      session.type(key)
                      written += try session.bytesUntilIdle().count
                    }
                  })
                samples[index][place].sizes.add(Double(written))
              }
            }
            try press(action.last)
          }
        }
        let figures = samples.map { $0.map { Figures($0.times.median, $0.sizes.median) } }
        return (figures[0], figures[1])
      }
    }
  }

  /// Runs an editor on a program.
  private func withSession<Result>(count: Int, _ action: (PtySession) throws -> Result) throws -> Result {
    let program =
      content == .program
      ? try LoadingBench.text(blocks: count, format: .json, factory: try StockBlocks.factory())
      : GrowingPrograms.looseStacks(count)
    return try Files.withTemporary(Self.beginningWithNumber(program)) { path in
      let session = try PtySession(
        program: BuiltPrograms.path(of: "mortise"), arguments: [path],
        environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)", "ESCDELAY": "25"], deadlineSeconds: 60)
      // Loading and the journal's beginning are not a key's.
      while try session.nextLine(within: .milliseconds(500)) != nil {}
      _ = try session.bytesWritten()
      return try action(session)
    }
  }

  /// The program with a separate number above everything else.
  private static func beginningWithNumber(_ program: [UInt8]) -> [UInt8] {
    let list = Array(#""blocks":["#.utf8)
    let number = Array(#"{"type":"math_number","x":0,"y":-320,"fields":{"NUM":1}},"#.utf8)
    guard let index = program.firstRange(of: list)?.upperBound else { return program }
    return program[..<index] + number + program[index...]
  }
}
