/// What the scripts for completion have in common: the commands, and words in quotes.
enum CompletionScript {
  /// The editor, whose name is empty, and the named commands.
  static var commands: [any Subcommand.Type] { [EditCommand.self] + MortiseApp.current.allCommands }

  /// The names of the common options that have a value, or that have none.
  static func commonNames(withValue: Bool) -> [String] {
    CommonOptions.all.filter { ($0.valueName != nil) == withValue }.flatMap(\.names)
  }

  static func heading(_ shell: String, comment: String = "#") -> String {
    "\(comment) Completes command lines of Mortise in \(shell). Made by ‘mortise completions \(shell)’.\n"
  }

  /// Returns a text in single quotes for bash and zsh.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
