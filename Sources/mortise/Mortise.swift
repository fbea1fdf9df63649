import Glibc

/// The command line: finds out which command is meant and runs it.
@main enum Mortise {
  static let version = "0.1.0"

  /// The commands by name; without a name, the editor.
  static let commands: [any Command.Type] = [
    CheckCommand.self, ConvertCommand.self, RenderCommand.self, ReplayCommand.self, BlocksCommand.self,
    KeysCommand.self,
  ]

  static func main() {
    // A closed pipe is no reason to die half-way through saving; what can't be written is noticed all the same.
    signal(SIGPIPE, SIG_IGN)
    // Nor is a limit on the size of files.
    signal(SIGXFSZ, SIG_IGN)
    shareMemory()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// One thread reads the program that another one edits: memory of each thread's own would make both slower.
  private static func shareMemory() {
    // The C library's module leaves this function out.
    typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    let arenaLimit: Int32 = -8
    guard let function = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(function, to: SetOption.self)(arenaLimit, 1)
  }

  static func run(_ words: [String]) -> ExitCode {
    let (command, rest) = command(in: words)
    do throws(UsageError) {
      let arguments = try Arguments(rest, syntax: command.syntax)
      if arguments.has("--help") {
        Console.show(command.name.isEmpty ? HelpText.overview : HelpText.text(for: command))
        return .success
      }
      if arguments.has("--version") {
        Console.show("mortise \(version)\n")
        return .success
      }
      return try command.run(arguments)
    } catch {
      let hint = command.name.isEmpty ? "mortise --help" : "mortise \(command.name) --help"
      Console.complain("\(error.message); see ‘\(hint)’")
      return .usage
    }
  }

  /// The command that the first word names which is no common option; and the words without that one.
  private static func command(in words: [String]) -> (any Command.Type, [String]) {
    var place = 0
    while place < words.count, let option = CommonOptions.all.first(where: { $0.names.contains(words[place]) }) {
      place += option.valueName == nil ? 1 : 2
    }
    guard place < words.count, let command = commands.first(where: { $0.name == words[place] }) else {
      return (EditCommand.self, words)
    }
    return (command, Array(words[..<place] + words[(place + 1)...]))
  }
}

/// What the process ends with.
enum ExitCode: Int32 {
  case success = 0
  /// A program has problems, or a file could not be read or written.
  case problems = 1
  /// The command line can't be understood.
  case usage = 2
}
