/// `mortise [FILE]`: the editor.
enum EditCommand: Command {
  static let name = ""
  static let summary = "edit a program; without FILE, a new one"
  static let syntax = ArgumentSyntax(usage: "[FILE]", options: [], operandName: "FILE", operandCount: 0...1)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    Console.complain("the editor is not part of this build yet")
    return .problems
  }
}
