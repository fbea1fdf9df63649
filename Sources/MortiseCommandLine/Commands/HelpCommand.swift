/// `mortise help [COMMAND]`: shows the same text as `--help`.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let summary = "show the help of a command, or this overview"
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "[COMMAND]", options: [], operandName: "COMMAND", operandCount: 0...1,
      operandValues: .words(MortiseApp.current.allCommands.map { $0.name }))
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let name = arguments.operands.first else {
      Console.show(HelpText.overview)
      return .success
    }
    guard let command = MortiseApp.current.allCommands.first(where: { $0.name == name }) else {
      throw CommandName.unknown(name)
    }
    Console.show(HelpText.text(for: command))
    return .success
  }
}
