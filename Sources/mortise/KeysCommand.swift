import TerminalUI

/// `mortise keys`: shows the key map.
enum KeysCommand: Command {
  static let name = "keys"
  static let summary = "show the key map"
  static let syntax = ArgumentSyntax(usage: "", options: [], operandName: "argument", operandCount: 0...0)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    Console.show(CommandReference.markdown) ? .success : .problems
  }
}
