import MortiseFiles
import ProgramRunning

/// The installed git. A repository may be another user's, so git runs none of the programs that it configures, such
/// as hooks, monitors and helpers, and fetches nothing.
nonisolated struct Git {
  /// The time limit for each answer.
  static let timeLimit = Duration.seconds(30)

  private let path: String

  /// - Throws: `GitError` if it isn't installed.
  init() throws(GitError) {
    guard let path = ProcessEnvironment.executable("git", in: ProcessEnvironment.searchPath) else {
      throw .notInstalled
    }
    self.path = path
  }

  /// Git's exit status and output.
  struct Answer {
    var code: Int32
    var output: [UInt8]
    var errors: String

    /// The output as a path or a word, without the line's end.
    var line: String { String(pathBytes: output.last == UInt8(ascii: "\n") ? output.dropLast() : output) }
  }

  /// Runs git to its end.
  /// - Throws: `GitError` if there is no answer.
  func run(_ arguments: [String], in folder: String, input: [UInt8] = []) throws(GitError) -> Answer {
    let process = try start(arguments, in: folder)
    do throws(ChildProcess.Failure) {
      process.send(input)
      process.endInput()
      let output = try process.readToEnd(limit: Self.longestAnswer)
      let code = try process.finish()
      return Answer(code: code, output: output, errors: String(decoding: process.errorText, as: UTF8.self))
    } catch {
      throw GitError(error)
    }
  }

  private static let longestAnswer = 1 << 28

  /// Starts git for a dialogue.
  /// - Throws: `GitError` if it can't be started.
  func start(_ arguments: [String], in folder: String) throws(GitError) -> ChildProcess {
    do throws(ChildProcess.Failure) {
      return try ChildProcess(
        path, ["-C", folder] + Self.options + Self.named(for: folder, arguments) + arguments,
        environment: Self.environment, timeLimit: Self.timeLimit)
    } catch {
      throw GitError(error)
    }
  }

  private static let options = [
    "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null",
  ]

  /// The variables that identify the user, and locate the user's own configuration. Variables that name another
  /// repository, program or protocol are left out.
  private static let variables = [
    "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "XDG_CONFIG_HOME", "SUDO_UID", "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES",
  ]

  /// The options for the repository that the user's variables name for a folder. Both variables must be set: git
  /// itself sets one of them for the programs that it runs, even if these change folders.
  private static func named(for folder: String, _ arguments: [String]) -> [String] {
    guard arguments.first?.hasPrefix("--git-dir=") != true, let repository = variable("GIT_DIR"),
      let tree = variable("GIT_WORK_TREE"), isIn(tree, FileSystem.absolute(folder))
    else { return [] }
    return ["--git-dir=\(FileSystem.absolute(repository))", "--work-tree=\(FileSystem.absolute(tree))"]
  }

  /// Whether a folder is the top of a working tree, or in it.
  private static func isIn(_ tree: String, _ folder: String) -> Bool {
    var path = folder
    while !FileSystem.isSameFile(path, tree) {
      guard let slash = path.lastIndex(of: "/"), path != "/" else { return false }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return true
  }

  private static func variable(_ name: String) -> String? {
    let value = ProcessEnvironment.entries(beginningWith: [name + "="]).first?.dropFirst(name.utf8.count + 1)
    return value.flatMap { $0.isEmpty ? nil : String(pathBytes: Array($0)) }
  }

  private static let environment =
    ProcessEnvironment.entries(beginningWith: variables.map { "\($0)=" })
    // No protocol is named “none”, so a partial clone fetches nothing.
    + [
      "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat", "GIT_ALLOW_PROTOCOL=none",
      "GIT_NO_LAZY_FETCH=1", "GIT_SSH_COMMAND=false", "GIT_ASKPASS=false",
    ].map { Array($0.utf8) }
}

nonisolated extension GitError {
  init(_ failure: ChildProcess.Failure) {
    self =
      switch failure {
      case .notStarted(let code): .notStarted(code)
      case .tooSlow: .tooSlow
      case .tooMuch: .tooMuch
      case .ended: .failed("it ended early")
      }
  }

  /// An error from git's messages.
  init(_ errors: String, in folder: String) {
    let lines = errors.split(separator: "\n")
    let words = lines.first { $0.hasPrefix("fatal: ") }?.dropFirst("fatal: ".count) ?? lines.first ?? "it failed"
    if words.contains("dubious ownership") || words.contains("unsafe repository") {
      // Git names the folder in quotes.
      let quoted = words.split(separator: "'", omittingEmptySubsequences: false)
      let named = quoted.count > 2 ? quoted[1..<quoted.count - 1].joined(separator: "'") : ""
      self = .dubiousOwner(folder: named.isEmpty ? folder : named)
    } else if words.hasPrefix("not a git repository") {
      self = .noRepository(folder: folder)
    } else {
      self = .failed(String(words))
    }
  }
}
