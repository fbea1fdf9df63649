/// `mortise completions SHELL`: shows a script that completes command lines of Mortise.
enum CompletionsCommand: Subcommand {
  static let name = "completions"
  static let summary = "show the script that completes command lines, for a shell"
  static let syntax = ArgumentSyntax(
    usage: Shell.names, options: [], operandName: "SHELL", operandCount: 1...1,
    operandValues: .words(Shell.allCases.map(\.rawValue)),
    details: """
      For one session: source <(mortise completions bash), or mortise completions fish | source.
      """)

  private enum Shell: String, CaseIterable {
    case bash, zsh, fish

    static let names = allCases.map(\.rawValue).joined(separator: "|")
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let script =
      switch Shell(rawValue: arguments.operands[0]) {
      case .bash: BashCompletions.script
      case .zsh: ZshCompletions.script
      case .fish: FishCompletions.script
      case nil: throw UsageError("completions takes \(Shell.names), not “\(arguments.operands[0])”")
      }
    return Console.show(script) ? .success : .problems
  }
}
