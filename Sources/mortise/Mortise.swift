import Glibc
import MortiseFiles

/// The entry point: selects the command and runs it.
@main enum Mortise {
  static let version = "0.1.0"

  /// The named commands. The editor has no name.
  static let commands: [any Command.Type] = [
    CheckCommand.self, ConvertCommand.self, GenerateCommand.self, RunCommand.self, TestCommand.self,
    RenderCommand.self, ReplayCommand.self,
    BlocksCommand.self, KeysCommand.self, ConfigCommand.self, ManCommand.self, CompletionsCommand.self,
    DesktopCommand.self,
    HelpCommand.self,
  ]

  static func main() {
    // A closed pipe must not end the process in the middle of a save. The write itself reports the error.
    signal(SIGPIPE, SIG_IGN)
    // The same goes for a file size limit.
    signal(SIGXFSZ, SIG_IGN)
    shareMemory()
    BackgroundThread.endProcess(run(arguments).rawValue)
  }

  /// The arguments after the program's name. `CommandLine.arguments` would lose the bytes of file names that are not
  /// UTF-8.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map {
        String(pathBytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
      }
    }
  }

  /// Makes all threads share one malloc arena. One thread reads the program that another one edits, and separate arenas
  /// would slow down both.
  private static func shareMemory() {
    // The Glibc module lacks mallopt.
    typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    let arenaLimit: Int32 = -8
    guard let function = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(function, to: SetOption.self)(arenaLimit, 1)
  }

  static func run(_ arguments: [String]) -> ExitCode {
    let (command, rest) = command(in: arguments)
    do throws(UsageError) {
      if command == EditCommand.self { try CommandName.check(rest) }
      let parsed = try Arguments(rest, syntax: command.syntax)
      if parsed.has("--help") {
        Console.show(command.name.isEmpty ? HelpText.overview : HelpText.text(for: command))
        return .success
      }
      if parsed.has("--version") {
        Console.show("mortise \(version)\n")
        return .success
      }
      if let problem = ProgramFile.problem(withUnusedOptionsOf: parsed, in: command) {
        Console.printError(problem)
        return .problems
      }
      return try command.run(parsed)
    } catch {
      let hint = command.name.isEmpty ? "mortise --help" : "mortise \(command.name) --help"
      Console.printError("\(error.message); see ‘\(hint)’")
      return .usage
    }
  }

  /// Returns the command named by the first argument that is not a common option, and the arguments without its name.
  private static func command(in arguments: [String]) -> (any Command.Type, [String]) {
    var index = 0
    while index < arguments.count,
      let option = CommonOptions.all.first(where: { $0.names.contains(arguments[index]) })
    {
      index += option.valueName == nil ? 1 : 2
    }
    guard index < arguments.count, let command = commands.first(where: { $0.name == arguments[index] }) else {
      return (EditCommand.self, arguments)
    }
    return (command, Array(arguments[..<index] + arguments[(index + 1)...]))
  }
}

/// The exit status of the process: one of these, or that of a program that was run.
struct ExitCode: Hashable, CaseIterable {
  var rawValue: Int32

  static let success = ExitCode(rawValue: 0)
  /// A program has problems, or a file could not be read or written.
  static let problems = ExitCode(rawValue: 1)
  /// The command line is invalid.
  static let usage = ExitCode(rawValue: 2)

  static let allCases = [success, problems, usage]

  /// The status in the help.
  var meaning: String {
    switch self {
    case .success: "success"
    case .problems: "problems"
    default: "invalid command line"
    }
  }
}
