import BlockFormats
import BlockLibrary
import BlockModel
import Glibc
import PtyDriver

/// Whole-file work on programs that are large in one way: the time must grow with the size of input and output.
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
        let (before, after) = try measure(
          program.make(program.count / Self.factor), program.make(program.count), command)
        let growth = after.seconds / before.seconds / max(1, Double(after.bytes) / Double(before.bytes))
        table.add([
          program.name, command[0], time(before.seconds), time(after.seconds), fixed(growth, 2),
          "≤ \(fixed(Self.bound, 1))",
          verdicts.check("\(command[0]) with \(program.count) \(program.name)", growth, atMost: Self.bound),
        ])
      }
    }
    table.show()
  }

  private typealias Figures = (seconds: Double, bytes: Int)

  /// The times of a command without that of starting the program, and the sizes of input and output.
  private func measure(
    _ small: [UInt8], _ large: [UInt8], _ command: [String]
  ) throws -> (small: Figures, large: Figures) {
    let programs = [Array("<xml></xml>".utf8), small, large]
    var figures = programs.map { (seconds: Double.infinity, bytes: $0.count) }
    // The best of several runs in turns, because other processes may slow the machine down.
    for _ in 0..<7 {
      for (index, program) in programs.enumerated() {
        let run = try run(program, command)
        figures[index] = (min(figures[index].seconds, run.seconds), program.count + run.output)
      }
    }
    let empty = figures[0].seconds
    func work(_ figures: Figures) -> Figures { (max(figures.seconds - empty, 0.001), figures.bytes) }
    return (work(figures[1]), work(figures[2]))
  }

  private func run(_ program: [UInt8], _ command: [String]) throws -> (seconds: Double, output: Int) {
    try Files.withTemporary(program) { path in
      var output = 0
      let time = try seconds {
        output = try Child.outputSize(of: BuiltPrograms.path(of: "mortise"), [command[0], path] + command.dropFirst())
      }
      return (time, output)
    }
  }
}
