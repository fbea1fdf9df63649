/// `mortise log`: shows the commits that changed a program.
enum LogCommand: Subcommand {
  static let name = "log"
  static let summary = "show the commits that changed a program, and what they changed"
  static let syntax = ArgumentSyntax(
    usage: "FILE [--color WHEN]", options: [ColorOption.option], operandName: "FILE", operandCount: 1...1,
    details: """
      The newest commit comes first. FILE is in a git repository; it may be deleted. Renames are followed.
      The changes are written as ‘mortise diff’ does; merges have none of their own. git runs without
      hooks and other programs of the repository, and not at all where it calls the folder's owner dubious.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let file = arguments.operands[0]
    if file == "-" { throw UsageError("log takes a FILE in a git repository, not standard input") }
    let text = ListingText(isColored: try ColorOption.isEnabled(arguments))
    guard let factory = ProgramFile.factory(arguments) else { return .problems }
    let comparer = ProgramComparer(factory)
    do throws(GitError) {
      let location = try GitFilePath(file, Git())
      let objects = GitObjects(of: location.repository)
      let history = try GitHistory(of: location.path, in: location.repository, objects)
      if history.commits.isEmpty {
        Console.printError("no commit has changed \(file)")
        return .problems
      }
      for commit in history.commits {
        let lines =
          [Console.sanitized(commit.heading + (commit.note.map { " (\($0))" } ?? ""))]
          + changes(commit, objects, comparer, text)
        if !Console.write(Array(lines.map { $0 + "\n" }.joined().utf8)) { return .problems }
      }
      if location.repository.isShallow { Console.printError("the clone is shallow: older commits are not here") }
      return .success
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }

  /// The changes of a commit, a line each. A file that can't be read is a line, too.
  private static func changes(
    _ commit: GitCommit, _ objects: GitObjects, _ comparer: ProgramComparer, _ text: ListingText
  ) -> [String] {
    guard let object = commit.object, let oldObject = commit.oldObject, commit.parents.count == 1 else { return [] }
    if object == oldObject { return [] }
    do {
      let old = ProgramVersion(path: commit.oldPath ?? commit.path, bytes: try objects.file(oldObject))
      let comparison = try comparer.compare(
        old, ProgramVersion(path: commit.path, bytes: try objects.file(object)))
      if comparison.isSame { return ["    only places, ids or the layout of the file"] }
      return text.text(of: comparison.listing).split(separator: "\n").map { "    " + $0 }
    } catch {
      return ["    " + Console.sanitized("\(error)")]
    }
  }
}
