/// The output of `--help`.
enum HelpText {
  private static var name: String { MortiseApp.current.name }

  static var overview: String {
    var rows = [("\(name) [FILE...]", EditCommand.summary)]
    for command in MortiseApp.current.allCommands {
      rows.append(("\(name) \(command.name) \(command.syntax.usage)", command.summary))
    }
    return """
      \(name): \(MortiseApp.current.purpose)

      \(table(rows))
      Options of every command:
      \(options(CommonOptions.all))
      Write ./NAME for a file named like a command.
      Exit status: \(ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")).

      """
  }

  static func text(for command: any Subcommand.Type) -> String {
    let syntax = command.syntax
    let details = syntax.details.isEmpty ? "" : syntax.details + "\n\n"
    return """
      \(name) \(command.name) \(syntax.usage)
      \(command.summary)

      \(details)Options:
      \(options(syntax.options + CommonOptions.all))
      """
  }

  private static func options(_ options: [Option]) -> String {
    table(
      options.map { option in
        (option.names.joined(separator: ", ") + (option.valueName.map { " " + $0 } ?? ""), option.help)
      })
  }

  /// Formats two columns. If the first column is too wide, the second one continues on the next line.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = 24
    var text = ""
    for (left, right) in rows {
      let gap = left.count > width ? "\n" + String(repeating: " ", count: width + 4) : padding(width + 2 - left.count)
      text += "  \(left)\(gap)\(right)\n"
    }
    return text
  }

  private static func padding(_ count: Int) -> String { String(repeating: " ", count: count) }
}
