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

  /// The maximum ratio of a key's time in the large program to that in the small one.
  static let timeBound = 1.5
  /// The maximum median number of bytes that an arrow key writes at 80×24.
  static let arrowBytes = 200.0

  /// A user action and the keys for it.
  private struct Action: Sendable {
    var name: String
    /// The keys; each one is answered by one frame.
    var keys: @Sendable (_ repetition: Int) -> [String]
    /// A key to press first, to move the cursor.
    var first: String?

    init(name: String, keys: String..., repetitions: Int, first: String? = nil) {
      self.init(name: name, repetitions: repetitions, first: first) { _ in keys }
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
    Action(name: "arrow down", keys: "\u{1B}[B", repetitions: 60),
    Action(name: "arrow right", keys: "\u{1B}[C", repetitions: 60),
    // Few enough that even the small program has as many pages.
    Action(name: "page down", keys: "\u{1B}[6~", repetitions: 12),
    Action(name: "page up", keys: "\u{1B}[5~", repetitions: 12),
    // Home moves to the number at the beginning of the program.
    Action(name: "field edit", repetitions: 20, first: "\u{1B}[H") { ["\r", "\($0 % 10)", "\r"] },
    Action(name: "undo", keys: "u", repetitions: 20),
    Action(name: "redo", keys: "U", repetitions: 20),
    Action(name: "duplicate", keys: "d", repetitions: 20),
    Action(name: "undo of duplicates", keys: "u", repetitions: 20),
    Action(name: "start of a move", keys: "m", "q", repetitions: 20),
    Action(name: "step of a move", keys: "\u{1B}[B", repetitions: 20, first: "m"),
  ]

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
        fixed(after[index].bytes, 0), fixed(ratio, 2), "≤ \(fixed(Self.timeBound, 1))",
        verdicts.check(
          "\(action.name), time with \(large) beside \(small) \(content.name)", ratio, atMost: Self.timeBound),
      ])
    }
    table.show()
    // Among loose stacks, the right arrow scrolls to other columns, which redraws the canvas.
    if content == .program {
      for (blocks, figures) in [(small, before), (large, after)] {
        let arrows = figures.prefix(2).map(\.bytes).max() ?? 0
        print(
          "arrow key with \(blocks) \(content.name): \(fixed(arrows, 0)) bytes, at most \(fixed(Self.arrowBytes, 0)): "
            + verdicts.check("bytes an arrow key with \(blocks) \(content.name)", arrows, atMost: Self.arrowBytes))
      }
    }
    print("")
  }

  private typealias Figures = (seconds: Double, bytes: Double)

  /// Measures every action in both programs in turns, so that a slow machine affects both.
  private func measure() throws -> (small: [Figures], large: [Figures]) {
    try withSession(count: small) { smallSession in
      try withSession(count: large) { largeSession in
        var (before, after): ([Figures], [Figures]) = ([], [])
        for action in Self.actions {
          let sessions = [smallSession, largeSession]
          var times = [Samples(), Samples()]
          var sizes = [Samples(), Samples()]
          for session in sessions {
            guard let first = action.first else { continue }
            session.type(first)
            _ = try session.bytesUntilIdle()
          }
          for repetition in 0..<action.repetitions {
            for (index, session) in sessions.enumerated() {
              var written = 0
              times[index].add(
                try seconds {
                  for key in action.keys(repetition) {
                    session.type(key)
                    written += try session.bytesUntilIdle().count
                  }
                })
              sizes[index].add(Double(written))
            }
          }
          before.append((times[0].median, sizes[0].median))
          after.append((times[1].median, sizes[1].median))
        }
        return (before, after)
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
