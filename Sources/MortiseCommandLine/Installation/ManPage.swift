import Glibc
import TerminalUI

/// The manual page, made from the tables of commands, options and keys.
enum ManPage {
  static var text: String {
    var page = Roff()
    page.request(
      #"TH \#(app.name.uppercased()) 1 "\#(date)" "\#(app.name.prefix(1).uppercased() + app.name.dropFirst()) \#(app.version)" "User Commands""#
    )
    // Left-aligned and without hyphenation, so that command lines stay as they are.
    page.request("ad l")
    page.request("nh")
    page.heading("SH", "NAME")
    page.words("\(app.name) - \(app.purpose)")
    writeSynopsis(to: &page)
    page.heading("SH", "DESCRIPTION")
    page.words(description)
    page.heading("SH", "COMMANDS")
    for command in commands { write(command, to: &page) }
    page.heading("SH", "OPTIONS")
    page.words("Every command, and the editor, takes:")
    write(CommonOptions.all, to: &page)
    writeKeys(to: &page)
    page.heading("SH", "FILES")
    write(files, to: &page)
    page.request("PP")
    page.words("If $XDG_CONFIG_HOME is set, it replaces ~/.config.")
    page.heading("SH", "EXIT STATUS")
    write(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, to: &page)
    page.heading("SH", "EXAMPLES")
    write(examples, to: &page)
    return page.text
  }

  private static var app: MortiseApp { .current }

  private static let description = """
    Mortise is an editor for Blockly programs that runs in a terminal. It opens the XML and JSON files that Blockly apps \
    save, and programs as text. Without a command it edits; the commands check, convert, render and replay the same \
    files. A file named like a command is written as ./NAME.
    """

  private static let files = [
    (
      "~/.config/mortise/\(UserSettings.fileName)",
      "the settings; ‘mortise config’ writes a commented file to begin with"
    ),
    ("~/.config/mortise/snippets/", "stacks saved under a name, as text"),
    ("share/doc/mortise/docs/", "in the folder that Mortise is installed in: the pages docs/… that are named here"),
    (".NAME.mortise-journal", "beside the program NAME: its unsaved work, with undo and redo"),
  ]

  private static let examples = [
    ("mortise fizzbuzz.xml", "edits a program"),
    ("mortise 'bad.json#block=n/field=NUM'", "opens a program at a field"),
    ("mortise check *.xml", "reports the problems in programs"),
    ("mortise convert hello.json -o hello.xml --pretty", "writes a program in Blockly's other format, indented"),
    ("mortise convert hello.json -o - --to text", "shows a program in the notation"),
    ("mortise render hello.json --color never", "shows a program as it looks in the editor, without colours"),
  ]

  /// The editor and the named commands.
  private static var commands: [any Subcommand.Type] { [EditCommand.self] + app.allCommands }

  /// The start of a command's usage lines.
  private static func words(of command: any Subcommand.Type) -> String {
    command.name.isEmpty ? app.name : "\(app.name) \(command.name)"
  }

  private static func writeSynopsis(to page: inout Roff) {
    page.heading("SH", "SYNOPSIS")
    for (index, command) in commands.enumerated() {
      if index > 0 { page.request("br") }
      page.bold(words(of: command), then: command.syntax.usage)
    }
  }

  private static func write(_ command: any Subcommand.Type, to page: inout Roff) {
    page.heading("SS", words(of: command))
    page.words(sentence(command.summary))
    if !command.syntax.details.isEmpty {
      page.request("PP")
      page.words(command.syntax.details)
    }
    write(command.syntax.options, to: &page)
  }

  private static func write(_ options: [Option], to page: inout Roff) {
    for option in options {
      page.request("TP")
      page.names(option.names, value: option.valueName)
      page.words(option.help)
    }
  }

  private static func write(_ terms: [(String, String)], to page: inout Roff) {
    for (term, meaning) in terms {
      page.request("TP")
      page.bold(term)
      page.words(meaning)
    }
  }

  private static func writeKeys(to page: inout Roff) {
    page.heading("SH", "KEYS")
    for section in CommandReference(adding: app.editorCommands).sections {
      page.heading("SS", section.title)
      for row in section.rows {
        page.request("TP")
        page.names(row.keys)
        page.words(row.help)
      }
    }
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// The day for the page's footer, such as 2026-01-31 (UTC). SOURCE_DATE_EPOCH makes builds reproducible, see
  /// https://reproducible-builds.org/specs/source-date-epoch.
  private static var date: String {
    var seconds = getenv("SOURCE_DATE_EPOCH").flatMap { Int(String(cString: $0)) } ?? time(nil)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "" }
    let digits = { (number: Int32) in (number < 10 ? "0" : "") + String(number) }
    return "\(1900 + Int(parts.tm_year))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
  }
}
