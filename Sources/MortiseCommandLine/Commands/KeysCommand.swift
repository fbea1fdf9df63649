import TerminalUI

/// `mortise keys`: shows the key map.
enum KeysCommand: Subcommand {
  static let name = "keys"
  static let summary = "show the key map: Mortise's, another set, or the names for settings"
  static let syntax = ArgumentSyntax(
    usage: "[--set SET] [--names]",
    options: [
      KeySetName.option("--set"),
      Option("--names", help: "the names of the modes and commands, for the settings file"),
    ], operandName: "argument", operandCount: 0...0)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    var settings = EditorSettings()
    if let set = try KeySetName.keySet(arguments, "--set") { settings.keySet = set }
    settings.useKeys()
    let reference = CommandReference(adding: MortiseApp.current.editorCommands)
    let text = arguments.has("--names") ? reference.namesMarkdown : reference.markdown
    return Console.show(text) ? .success : .problems
  }
}
