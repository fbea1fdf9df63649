import BlockLibrary
import BlockModel
import Glibc

/// `mortise mergetool`: merges two versions of a program, and opens conflicts in the editor. Git calls it.
enum MergetoolCommand: Subcommand {
  static let name = "mergetool"
  static let summary = "merge two versions of a program, and settle conflicts in the editor"
  static let syntax = ArgumentSyntax(
    usage: "-o MERGED -- BASE OURS THEIRS",
    options: [Option("--output", "-o", value: "MERGED", help: "the file to write and to edit")],
    operandName: "BASE, OURS and THEIRS", operandCount: 3...3,
    details: """
      A clean merge is written, and no editor opens. Otherwise the editor opens at the first conflict. The exit
      status is 0 if no conflict is left in the file when the editor ends, else 1; without a terminal it is 2, and
      nothing is written.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let output = arguments.value("--output"), output != "-" else {
      throw UsageError("mergetool needs the file to write: -o MERGED")
    }
    // Git passes only empty files if a name begins with “-”: the merge would be empty, too.
    if arguments.operands.allSatisfy(isEmpty), !isEmpty(output) {
      Console.printError("the files to merge are empty, but \(Console.sanitized(output)) isn't; nothing was written")
      return .usage
    }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      Console.printError("mergetool needs a terminal; nothing was written")
      return .usage
    }
    let settings = try EditCommand.settings(arguments)
    let outcome = try MergeCommand.run(arguments)
    guard outcome == .problems, let factory = ProgramFile.factory(arguments) else { return outcome }
    guard conflictCount(output, factory) != nil else {
      Console.printError(
        "the editor can't open \(Console.sanitized(output)): settle its marked lines in a text editor")
      return .problems
    }
    let files = EditCommand.files(arguments, settings.settings)
    let makeOptions = {
      var options = EditCommand.options(reading: files, settings)
      options.followsBackground = EditCommand.followsBackground(settings)
      options.beginsAtConflict = true
      MortiseApp.current.configureEditor(&options)
      return options
    }
    let code = EditCommand.edit(files.opening([(output, nil)]), makeOptions, settings, nil) { [] }
    return code == .success && conflictCount(output, factory) == 0 ? .success : .problems
  }

  /// The number of conflicts in a program; nil if it can't be read.
  private static func conflictCount(_ path: String, _ factory: BlockFactory) -> Int? {
    guard let bytes = try? ProgramFile.bytes(of: path),
      let program = try? ProgramFile.read(bytes, at: path, factory: factory)
    else { return nil }
    return ConflictCopy.count(in: program.workspace)
  }

  /// Whether a file is empty or doesn't exist.
  private static func isEmpty(_ path: String) -> Bool { (try? ProgramFile.bytes(of: path))?.isEmpty ?? true }
}
