/// `mortise log`: lists the commits that changed a program.
enum LogCommand: Subcommand {
  static let name = "log"
  static let summary = "list the commits that changed a program, the newest first"
  static let syntax = ArgumentSyntax(
    usage: "FILE", operandName: "FILE", operandCount: 1...1,
    details: """
      FILE is in a git repository; it may be deleted. Renames are followed. git runs without hooks and
      other programs of the repository, and not at all where it calls the folder's owner dubious.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let file = arguments.operands[0]
    if file == "-" { throw UsageError("log takes a FILE in a git repository, not standard input") }
    do throws(GitError) {
      let place = try GitFilePath(file, Git())
      if try place.repository.object("HEAD^{commit}") == nil { throw .unsuitable("there are no commits yet") }
      let history = try GitHistory(of: place.path, in: place.repository, GitObjects(of: place.repository))
      if history.commits.isEmpty {
        Console.printError("no commit has changed \(file)")
        return .problems
      }
      for commit in history.commits where !Console.show(line(commit)) { return .problems }
      if place.repository.isShallow { Console.printError("the clone is shallow: older commits are not here") }
      return .success
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }

  private static func line(_ commit: GitCommit) -> String {
    let remark = commit.object == nil ? " (deleted)" : commit.oldPath.map { " (was \($0))" } ?? ""
    return Console.sanitized("\(commit.id.prefix(7)) \(commit.date) \(commit.author): \(commit.subject)\(remark)")
      + "\n"
  }
}
