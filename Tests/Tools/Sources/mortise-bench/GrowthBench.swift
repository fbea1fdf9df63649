import BlockFormats
import BlockLibrary
import BlockModel
import Glibc
import PtyDriver

/// Whole-file work on programs that are large in one way: the time must grow with the size of input and output.
/// It is processor time, because elapsed time also grows with what else the machine does.
struct GrowthBench {
  /// The maximum growth of the time, beside that of input and output.
  private static let bound = 1.2
  private static let factor = 4

  private struct Program: Sendable {
    var name: String
    var count: Int
    var make: @Sendable (Int) -> [UInt8]
  }

  private static let programs = [
    Program(name: "loose stacks", count: 10_000, make: GrowingPrograms.looseStacks),
    Program(name: "stacks at one position", count: 10_000, make: GrowingPrograms.pile),
    Program(name: "equal ids", count: 10_000, make: GrowingPrograms.equalIDs),
    Program(name: "unknown members", count: 40_000, make: GrowingPrograms.unknownMembers),
    Program(name: "nested statements", count: 4_000, make: GrowingPrograms.nestedStatements),
    Program(name: "items of a list", count: 2_400, make: GrowingPrograms.list),
  ]
  private static let commands = [
    ["check"], ["render"], ["convert", "-o", "/dev/stdout", "--to", "xml", "--pretty"],
  ]

  func run(_ verdicts: inout Verdicts) throws {
    print("Whole-file work: growth of the time beside that of input and output")
    var table = Table(["", "", "small", "large", "growth", "bound", ""])
    for program in Self.programs {
      for command in Self.commands {
        let (small, large, growth) = try measure(
          program.make(program.count / Self.factor), program.make(program.count), command)
        table.add([
          program.name, command[0], time(small), time(large), fixed(growth, 2),
          "≤ \(fixed(Self.bound, 1))",
          verdicts.check("\(command[0]) with \(program.count) \(program.name)", growth, atMost: Self.bound),
        ])
      }
    }
    table.show()
  }

  /// The processor times of a command without that of starting the program, and how much faster than the sizes of
  /// input and output they grow.
  ///
  /// Of many rounds the quickest counts, as other work only makes a round slower. The small program runs as often as it
  /// takes to do the work of the large one, so that both find a quiet moment equally often.
  private func measure(
    _ small: [UInt8], _ large: [UInt8], _ command: [String]
  ) throws -> (small: Double, large: Double, growth: Double) {
    var best = (empty: Double.infinity, small: Double.infinity, large: Double.infinity)
    var bytes = (small: 1, large: 1)
    for _ in 0..<Self.rounds {
      best.empty = min(best.empty, try run(Array("<xml></xml>".utf8), command, times: Self.factor).seconds)
      let before = try run(small, command, times: Self.factor)
      let after = try run(large, command, times: 1)
      best.small = min(best.small, before.seconds)
      best.large = min(best.large, after.seconds)
      bytes = (before.bytes, after.bytes)
    }
    let times = (small: max(best.small - best.empty, 0.001), large: max(best.large - best.empty, 0.001))
    let sizes = max(1, Double(bytes.large) / Double(bytes.small))
    return (times.small, times.large, times.large / times.small / sizes)
  }

  private static let rounds = 20

  /// The processor time of one run, and the size of input and output.
  private func run(_ program: [UInt8], _ command: [String], times: Int) throws -> (seconds: Double, bytes: Int) {
    try Files.withTemporary(program) { path in
      var figures = (seconds: 0.0, bytes: 0)
      for _ in 0..<times {
        let outcome = try Child.run(BuiltPrograms.path(of: "mortise"), [command[0], path] + command.dropFirst())
        figures = (figures.seconds + outcome.seconds, program.count + outcome.output.count)
      }
      return (figures.seconds / Double(times), figures.bytes)
    }
  }
}
