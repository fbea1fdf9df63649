import MortiseCommandLine

/// `notes-editor count FILE...`: counts notes.
enum CountCommand: Subcommand {
  static let name = "count"
  static let summary = "count the notes in programs"
  static let syntax = ArgumentSyntax(usage: "FILE...", operandName: "FILE", operandCount: 1...Int.max)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    var result = ExitCode.success
    for path in arguments.operands {
      do {
        let program = try ProgramFile.read(try ProgramFile.bytes(of: path), at: path, factory: factory)
        let count = NotesBlocks.all(in: program.workspace).reduce(0) { $0 + $1.mutator.count }
        Console.show("\(path): \(count) notes\n")
      } catch {
        ProgramFile.report(error, in: path)
        result = .problems
      }
    }
    return result
  }
}
