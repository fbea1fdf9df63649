import MortiseFiles

/// `mortise git`: lets git show, compare and merge programs as blocks.
enum GitCommand: Subcommand {
  static let name = "git"
  static let summary = "let git show, compare and merge programs as blocks"
  static var syntax: ArgumentSyntax {
    let name = MortiseApp.current.name
    return ArgumentSyntax(
      usage: "--enable|--disable|--check [--global] [PATTERN...]",
      options: [
        Option("--enable", help: "write the drivers and patterns to git's files"),
        Option("--disable", help: "remove what --enable wrote, and nothing else"),
        Option("--check", help: "report what is missing; the exit status is then 1"),
        Option("--global", help: "for all of your repositories, not only this one"),
      ],
      operandName: "PATTERN", operandCount: 0...Int.max, operandValues: .none,
      details: """
        A PATTERN names files as in .gitattributes. Without one, these are enabled, which only Blockly's
        apps use: \(GitAttributes.patterns.prefix(4).joined(separator: " "))
        \(GitAttributes.patterns.dropFirst(4).joined(separator: " ")).
        The files are git's config and info/attributes, which aren't shared with others; lines that a
        team shares in .gitattributes count, too. With --global, they are your own.
        \(GitSwitch.variable)=off before a command makes git merge by itself, and its option --no-textconv show
        and compare. What it shows is kept in refs/notes/textconv/\(name).
        See docs/use/git.md; ‘\(name) log’ lists the commits that changed a program.
        """)
  }

  private static var configuration: GitConfiguration {
    GitConfiguration(name: MortiseApp.current.name, version: MortiseApp.current.version)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let actions = ["--enable", "--disable", "--check"].filter { arguments.has($0) }
    guard actions.count == 1 else { throw UsageError("git takes one of --enable, --disable and --check") }
    for pattern in arguments.operands {
      if let refusal = GitAttributes.refusal(of: pattern) { throw UsageError(refusal) }
    }
    do {
      let git = try Git()
      if !arguments.has("--global") { try refuseOtherRepository(git) }
      let repository = arguments.has("--global") ? nil : try GitRepository(containing: FileSystem.currentFolder, git)
      if actions == ["--check"] { return try check(arguments.operands, git, repository) }
      let locations = try repository.map { try GitLocations(of: $0) } ?? GitLocations(ofUser: git)
      let patterns = try patterns(arguments.operands, locations, repository, isEnabling: actions == ["--enable"])
      return try write(patterns, locations, isEnabling: actions == ["--enable"])
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }

  /// Refuses if git's variable would lead git to another repository than that of the folder.
  private static func refuseOtherRepository(_ git: Git) throws {
    guard let named = UserFolders.variable("GIT_DIR") else { return }
    func repository(_ options: [String]) throws -> String {
      try git.run(options + ["rev-parse", "--absolute-git-dir"], in: FileSystem.currentFolder).line
    }
    let own = try repository([])
    if !own.isEmpty, try repository(["--git-dir=\(named)"]) == own { return }
    throw GitError.unsuitable("GIT_DIR names another repository than this folder's; unset it, or go to \(named)")
  }

  private static func check(
    _ patterns: [String], _ git: Git, _ repository: GitRepository?
  ) throws -> ExitCode {
    let check = try GitCheck(configuration, git, repository)
    let problems = try check.problems(wanted: patterns)
    let lines =
      problems.isEmpty ? ["git calls \(configuration.name) for \(check.patterns.joined(separator: " "))"] : problems
    let isShown = Console.show(lines.map { Console.sanitized($0) + "\n" }.joined())
    return problems.isEmpty && isShown ? .success : .problems
  }

  /// The patterns that the attributes file should have.
  private static func patterns(
    _ named: [String], _ locations: GitLocations, _ repository: GitRepository?, isEnabling: Bool
  ) throws -> [String] {
    var present: [String] = []
    if case .lines(let block) = try configuration.attributes(locations).find() {
      present = block.lines.flatMap { GitAttributes.patterns(in: $0.pathBytes, driver: configuration.name) }
    }
    if !isEnabling {
      for pattern in named where !present.contains(pattern) {
        Console.printError("“\(pattern)” is not in \(locations.attributes)")
      }
      return named.isEmpty ? [] : present.filter { !named.contains($0) }
    }
    if !named.isEmpty { return present + named.filter { !present.contains($0) } }
    if !present.isEmpty { return present }
    // The patterns shared by a team are enough.
    let isShared = try repository.map { repository in
      repository.isBare ? false : try !shared(in: repository).isEmpty
    }
    return isShared == true ? [] : GitAttributes.patterns
  }

  /// The patterns that are shared in `.gitattributes`.
  private static func shared(in repository: GitRepository) throws -> [String] {
    let path = "\(try repository.top())/.gitattributes"
    if !FileSystem.exists(path) { return [] }
    return GitAttributes.patterns(in: try FileReader.read(path).bytes, driver: configuration.name)
  }

  private static func write(_ patterns: [String], _ locations: GitLocations, isEnabling: Bool) throws -> ExitCode {
    let lines = patterns.map { GitAttributes.line($0, driver: configuration.name) }
    // In this order, no pattern ever lacks its driver.
    let files = [
      (configuration.configuration(locations), isEnabling || !patterns.isEmpty ? configuration.lines : []),
      (configuration.attributes(locations), lines),
    ]
    var code = ExitCode.success
    for (file, lines, outcome) in try writeAll(isEnabling ? files : files.reversed()) {
      let path = Console.sanitized(file.path)
      switch outcome {
      case .changedByHand(let line):
        Console.printError("\(path):\(line): these lines were changed by hand, so they stay")
        code = .problems
      case .unchanged: Console.show("\(path): nothing to do\n")
      case .written: Console.show("\(path): \(lines.isEmpty ? "as it was before" : "written")\n")
      }
    }
    return code
  }

  /// Writes all of some files or, if one can't be written, none.
  private static func writeAll(
    _ files: [(MarkedFile, [String])]
  ) throws -> [(MarkedFile, [String], MarkedFile.Outcome)] {
    var written: [(file: MarkedFile, before: [String])] = []
    var outcomes: [(MarkedFile, [String], MarkedFile.Outcome)] = []
    do {
      for (file, lines) in files {
        let before = try file.find().lines
        outcomes.append((file, lines, try file.write(lines)))
        if outcomes.last?.2 == .written { written.append((file, before)) }
      }
      return outcomes
    } catch {
      for (file, before) in written.reversed() {
        do { _ = try file.write(before) } catch let other { Console.printError("\(other)") }
      }
      throw error
    }
  }
}
