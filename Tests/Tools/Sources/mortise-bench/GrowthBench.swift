import BlockFormats
import BlockLibrary
import BlockModel
import FileTesting
import Glibc
import PtyDriver

/// Whole-file work on files that are large in one way: the time must grow with the size of input and output.
/// It is processor time, because elapsed time also grows with what else the machine does.
struct GrowthBench {
  private struct Work: Sendable {
    var name: String
    var count: Int
    /// How many times as much the large input is.
    var factor = 2
    /// The arguments, with the names of the files.
    var command: [String]
    var files: @Sendable (Int) throws -> [GrowingFiles.File]
    var bound = Bound.doubling
    var rounds = 5
  }

  private static let programs: [(name: String, count: Int, make: @Sendable (Int) -> [UInt8])] = [
    ("loose stacks", 10_000, GrowingPrograms.looseStacks),
    ("stacks at one position", 10_000, GrowingPrograms.pile),
    ("equal ids", 10_000, GrowingPrograms.equalIDs),
    ("unknown members", 40_000, GrowingPrograms.unknownMembers),
    ("nested statements", 4_000, GrowingPrograms.nestedStatements),
    ("items of a list", 2_400, GrowingPrograms.list),
  ]
  private static let commands = [
    ["check", "program"], ["render", "program"],
    ["convert", "program", "-o", "/dev/stdout", "--to", "xml", "--pretty"],
  ]
  private static let merge = ["merge", "base.json", "ours.json", "theirs.json", "-o", "/dev/stdout"]

  private static var works: [Work] {
    programs.flatMap { name, count, make in
      commands.map { command in
        Work(
          name: name, count: count, factor: 4, command: command, files: { [("program", make($0))] }, bound: .growth,
          rounds: 20)
      }
    } + [
      Work(name: "lines of a text", count: 200_000, command: merge, files: GrowingFiles.lines),
      Work(name: "short lines of a text", count: 200_000, command: merge, files: GrowingFiles.shortLines),
      Work(
        name: "screens of an archive", count: 4_000, command: ["check", "screens.aia"], files: GrowingFiles.screens),
      Work(name: "rules in YAML", count: 400, command: ["check", "rules.yaml"], files: GrowingFiles.rules),
      Work(name: "blanks in XML", count: 40 << 20, command: ["check", "blanks.xml"], files: GrowingFiles.blanks),
      Work(
        name: "blanks in an archive", count: 80 << 20, command: ["check", "blanks.aia"],
        files: GrowingFiles.packedBlanks),
    ]
  }

  func run(_ verdicts: inout Verdicts) throws {
    print("Whole-file work: growth of the time beside that of input and output")
    var table = Table(["", "", "small", "large", "growth", "bound", ""])
    for work in Self.works {
      let (small, large, growth) = try measure(work)
      table.add([
        work.name, work.command[0], time(small), time(large), fixed(growth, 2), work.bound.cell,
        verdicts.check(work.bound, growth, "\(work.command[0]) with \(work.count) \(work.name)"),
      ])
    }
    table.show()
  }

  /// The processor times of a command without that of starting the program, and how much faster than the sizes of
  /// input and output they grow.
  ///
  /// Of many rounds the quickest counts, as other work only makes a round slower. The small input is worked on as often
  /// as it takes to do the work of the large one, so that both find a quiet moment equally often.
  private func measure(_ work: Work) throws -> (small: Double, large: Double, growth: Double) {
    var best = (empty: Double.infinity, small: Double.infinity, large: Double.infinity)
    var bytes = (small: 1, large: 1)
    let files = (
      empty: try work.files(1), small: try work.files(work.count / work.factor), large: try work.files(work.count)
    )
    for _ in 0..<work.rounds {
      best.empty = min(best.empty, try run(work.command, files.empty, times: work.factor).seconds)
      let before = try run(work.command, files.small, times: work.factor)
      let after = try run(work.command, files.large, times: 1)
      best.small = min(best.small, before.seconds)
      best.large = min(best.large, after.seconds)
      bytes = (before.bytes, after.bytes)
    }
    let times = (small: max(best.small - best.empty, 0.001), large: max(best.large - best.empty, 0.001))
    let sizes = max(1, Double(bytes.large) / Double(bytes.small))
    return (times.small, times.large, times.large / times.small / sizes)
  }

  /// The processor time of one run, and the size of input and output.
  private func run(
    _ command: [String], _ files: [GrowingFiles.File], times: Int
  ) throws -> (seconds: Double, bytes: Int) {
    let folder = try TemporaryFolder()
    for file in files { try Files.write(file.bytes, to: folder.file(file.name)) }
    let names = files.map(\.name)
    let arguments = command.map { names.contains($0) ? folder.file($0) : $0 }
    var figures = (seconds: 0.0, bytes: 0)
    for _ in 0..<times {
      let outcome = try Child.run(BuiltPrograms.path(of: "mortise"), arguments)
      // Differences that were merged, conflicts and problems are results, too; refused files are none.
      guard [0, 1].contains(outcome.exitCode) else { throw Files.Failure(what: "mortise \(command[0]) fails") }
      figures = (figures.seconds + outcome.seconds, outcome.output.count)
    }
    withExtendedLifetime(folder) {}
    return (figures.seconds / Double(times), figures.bytes + files.reduce(0) { $0 + $1.bytes.count })
  }
}
