/// One of the commands.
@MainActor protocol Command {
  /// The word that names it; `""` for the editor.
  static var name: String { get }
  /// What it does, in a few words.
  static var summary: String { get }
  static var syntax: ArgumentSyntax { get }
  /// Runs it. What goes wrong with files is said on standard error.
  /// - Throws: `UsageError` for arguments that don't go together.
  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode
}

/// Options that every command takes.
enum CommonOptions {
  static let blocks = Option(
    "--blocks", value: "DEFS.json", isRepeatable: true, help: "own block definitions; may be given several times")
  static let toolbox = Option("--toolbox", value: "FILE", help: "the toolbox of the editor, as JSON or XML")
  static let help = Option("--help", "-h", help: "show this help")
  static let version = Option("--version", help: "show the version")

  static let all = [blocks, toolbox, help, version]
}
