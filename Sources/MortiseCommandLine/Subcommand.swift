import BlockLibrary

/// A command of the program, such as `check`. Apps add their own to `MortiseApp.subcommands`.
@MainActor public protocol Subcommand {
  /// The command's name on the command line; `""` for the editor.
  static var name: String { get }
  /// A short description of the command, for the help.
  static var summary: String { get }
  /// The options and operands that the command accepts; help and completions are made from it.
  static var syntax: ArgumentSyntax { get }
  /// Runs the command. File errors are written to standard error.
  /// - Throws: `UsageError` for missing, invalid or conflicting arguments.
  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode
}

/// Options that every command accepts.
enum CommonOptions {
  static let blocks = Option(
    "--blocks", value: "DEFS.json", values: .jsonFile, isRepeatable: true,
    help: "additional block definitions; may be given several times")
  static let toolbox = Option(
    "--toolbox", value: "FILE", values: .toolbox, help: "the toolbox of the editor, as JSON or XML")
  static let language = Option(
    "--language", value: "CODE|FILE",
    values: PossibleValues(words: StockBlocks.languages, extensions: PossibleValues.jsonFile.extensions),
    help: "the words on blocks: \(StockBlocks.languages.joined(separator: ", ")), or a JSON file of Blockly's messages")
  static let member = Option(
    "--member", value: "PATH", values: .none,
    help: "where programs are in any JSON file, such as nodes.*.blocks")
  static let help = Option("--help", "-h", help: "show this help")
  static let version = Option("--version", help: "show the version")

  static let all = [blocks, toolbox, language, member, help, version]
}
