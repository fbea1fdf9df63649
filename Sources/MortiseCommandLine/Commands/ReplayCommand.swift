import BlockEvents
import BlockFormats
import BlockModel
import Markup
import MortiseFiles
import ProgramContainers
import Workbench

/// `mortise replay`: applies recorded events to a program, then undoes and redoes them.
enum ReplayCommand: Subcommand {
  static let name = "replay"
  static let summary = "apply recorded events to a program; undo and redo them"
  static let syntax = ArgumentSyntax(
    usage: "FILE --events E.jsonl [--undo N|all] [--redo N|all] [-o OUT]",
    options: [
      Option("--events", value: "E.jsonl", help: "the events, one per line as JSON"),
      Option("--undo", value: "N|all", values: .words(["all"]), help: "steps to undo afterwards"),
      Option("--redo", value: "N|all", values: .words(["all"]), help: "steps to redo afterwards"),
      Option(
        "--output", "-o", value: "OUT", help: "the file to write, in the format of FILE; default: standard output"),
    ],
    operandName: "FILE", operandCount: 1...1)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let events = arguments.value("--events") else { throw UsageError("--events E.jsonl is missing") }
    let undo = try groupCount(arguments, "--undo")
    let redo = try groupCount(arguments, "--redo")
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let path = arguments.operands[0]
    do {
      let lines = try ProgramFile.bytes(of: events)
      // With the seed of the recording, blocks without an id in the file get the ids that the events refer to.
      let randomness: any RandomNumberGenerator =
        EventReplay.seed(of: lines).map { SeededNumbers(seed: $0) } ?? SystemNumbers()
      let program = try ProgramFile.read(
        try ProgramFile.bytes(of: path), at: path, factory: factory, randomness: randomness)
      let replay = EventReplay(workspace: program.workspace)
      let problems = replay.apply(lines, named: ProgramFile.displayName(events))
      if let first = problems.first, replay.eventCount == 0 {
        Console.printError(
          "\(first): --events takes recorded events, one per line as JSON, and there is none in this file")
        return .problems
      }
      report(problems, in: events)
      for (type, count) in replay.unknownEvents.sorted(by: { $0.key < $1.key }) {
        let amount = count == 1 ? "1 event" : "\(count) events"
        Console.printError(
          "\(ProgramFile.displayName(events)): \(amount) of the unknown type “\(type)” changed nothing")
      }
      if !problems.isEmpty, replay.appliedCount == 0 {
        Console.printError("\(ProgramFile.displayName(events)): no event could be applied, so nothing is written")
        return .problems
      }
      try replay.undo(undo)
      try replay.redo(redo)
      let output = arguments.value("--output").flatMap { $0 == "-" ? nil : $0 } ?? "/dev/stdout"
      let bytes = try file(of: program, named: ProgramFile.displayName(path))
      try FileSaver.save(Console.visible(bytes, on: output), to: output)
      return problems.isEmpty ? .success : .problems
    } catch {
      ProgramFile.report(error, in: path)
    }
    return .problems
  }

  /// Returns a program in the layout of its file; for an app's file, with the rest of the file.
  /// - Throws: `ContainerError` if Mortise can't write the app's file.
  private static func file(of program: ReadFile, named path: String) throws(ContainerError) -> [UInt8] {
    let format = program.style.format
    if let reason = format.readOnlyReason {
      let file = format.app.map { "\($0)’s file" } ?? path
      throw ContainerError("nothing is written into \(file): \(reason)")
    }
    let result = format.write(program.workspace, style: program.style, cache: ProgramCache())
    if (format as? ContainerFormat)?.codeState(in: program.style, hasNewCode: result.hasNewCode) == .unknown {
      Console.printError("\(path): the code beside the blocks stays as it was; \(format.app ?? "") runs it")
    }
    return result.bytes
  }

  /// The maximum number of mistakes to report.
  private static let mostProblems = 10

  private static func report(_ problems: [ReplayError], in events: String) {
    for problem in problems.prefix(mostProblems) { Console.printError("\(problem)") }
    let more = problems.count - mostProblems
    if more > 0 {
      let lines = more == 1 ? "1 more line" : "\(more) more lines"
      Console.printError("\(ProgramFile.displayName(events)): \(lines) could not be applied")
    }
  }

  /// Parses a number of groups to undo or redo; nil for all.
  private static func groupCount(_ arguments: Arguments, _ option: String) throws(UsageError) -> Int? {
    guard let value = arguments.value(option) else { return 0 }
    if value == "all" { return nil }
    guard let number = Int(value), number >= 0 else {
      throw UsageError("\(option) takes a number or all, not “\(value)”")
    }
    return number
  }
}
