import BlockEditing
import MortiseScreen

/// All commands, as shown by the help, `mortise keys` and docs/keys.md.
public struct CommandReference {
  /// The commands of the app, which are available on the canvas.
  let appCommands: CommandTable<Scene>

  /// - Parameter commands: the commands of an app.
  public init(adding commands: [Command<Scene>] = []) {
    appCommands = CommandTable("app", "Commands of this app", commands)
  }

  /// The table of every mode, in the order of the help.
  var tables: [any AnyCommandTable] { appTables + Self.stockTables }

  /// Only apps have windows and panes of their own, which their commands open.
  private var appTables: [any AnyCommandTable] {
    appCommands.commands.isEmpty ? [] : [appCommands, EditorWindow.windowCommands, EditorPane.paneCommands]
  }

  private static var stockTables: [any AnyCommandTable] {
    [
      CanvasMode.canvasCommands,
      EditorScreen.globalCommands,
      DragMode.blockCommands,
      DragMode.commentCommands,
      CanvasMode.mouseDragCommands,
      ToolboxDrag.dragCommands,
      LinePopup.lineTable,
      ListPopup.listCommands,
      Picker.pickerTable,
      VariableSelection.table,
      BookmarkSelection.table,
      SnippetSelection.table,
      RunVariableSelection.table, OriginSelection.table,
      ToolboxSelection.table,
      RowsWindow.rowsCommands,
      WatchSelection.table,
      WatchLine.watchLineCommands,
      ListPopup.questionCommands,
      TextPopup.lineTable,
      TextPopup.multilineTable,
      TextViewer.textCommands,
      VersionView.versionCommands,
      MutatorDialog.table(adding: []),
      PartsView.table(partKinds),
      MutatorDialog.typingCommands,
      EventLogView.logCommands,
      CodeView.codeCommands,
      CodeLineEditor.editorCommands,
      OutputView.outputCommands,
      TutorPane.tutorCommands,
      LoadingView.openingCommands,
      FailureView.failureCommands,
      LoadingView.waitingCommands,
      WorkProgress.workingCommands,
      ClassScreen.listCommands,
      ClassScreen.questionCommands,
    ]
  }

  /// The commands of every mode, in the order of the help.
  public var sections: [CommandSection] { tables.flatMap(\.sections) }

  /// The names of the commands of every mode, for the settings.
  var commandNames: [String: Set<String>] {
    Dictionary(uniqueKeysWithValues: tables.map { ($0.name, Set($0.commandNames)) })
  }

  /// The names of all modes and commands as a table in Markdown, for `mortise keys --names`.
  public var namesMarkdown: String {
    var text = "# Names of commands\n\n| mode | command | keys | title |\n|---|---|---|---|\n"
    for table in tables {
      for row in table.rows { text += "| \(table.name) | \(row.name) | \(row.keys) | \(row.title) |\n" }
    }
    return text
  }

  private static let partKinds = [
    MutatorPart.Kind(name: "branch, item or input", key: "a"), MutatorPart.Kind(name: "else", key: "e", count: 0...1),
  ]

  private static let mouse = [
    "Click to put the cursor there; click again to edit.",
    "Ctrl+click selects or unselects a block.",
    "Drag from empty space, such as beside a row, to select the blocks whose rows the rectangle touches; with Ctrl, the others stay selected.",
    "Click empty space beside all stacks to clear the selection.",
    "Drag to move a comment, or a block with the blocks below it; drag a selected block to move all selected ones.",
    "Drag onto the toolbox to delete.",
    "Drag a block out of the toolbox’s window to insert it where it is dropped.",
    "Click with the right button for a menu of what you can do with a block or on empty space.",
    "The wheel scrolls; the next key goes back to the cursor.",
    "In the title line, undo, redo and keys can be clicked, and so can keys that the status line or a window’s frame names.",
  ]

  /// The signs in blocks and their meanings. In ASCII, other signs replace some of them.
  private static let signs = [
    ("*", "the block is selected"),
    ("!", "the block has a problem; ; lists them"),
    ("▶", "the block that runs, or runs next; > in ASCII"),
    ("◀", "the block that came next, in the past of a run; < in ASCII"),
    ("○", "the block never ran; o in ASCII"),
    ("●", "a breakpoint: the program stops before the block; * in ASCII"),
    ("◆", "a breakpoint with a condition; ? in ASCII"),
    ("underlined", "a match of the search"),
    ("⊘", "the block is disabled; (off) in ASCII"),
    ("⚑", "the block has a bookmark; ! in ASCII"),
    ("✎", "a comment; # in ASCII"),
    ("⚙", "e edits the branches, items or inputs; @ in ASCII"),
    ("▸", "the block is collapsed; > in ASCII"),
    ("▾", "Enter shows a list; v in ASCII"),
    ("┄", "a block of an unknown type is between two of these"),
    ("…", "continues beyond the edge"),
    ("›", "a block or comment is beyond the edge; > in ASCII"),
  ]

  /// All commands as tables in Markdown, for `mortise keys` and docs/keys.md.
  public var markdown: String {
    var text = "# Keys\n"
    for section in sections {
      text += "\n## \(section.title)\n\n| key | command | what it does |\n|---|---|---|\n"
      for row in section.rows {
        let help = CommandTitles.says(row.title, row.help) ? "" : row.help
        text += "| \(row.keys.joined(separator: ", ")) | \(row.title) | \(help) |\n"
      }
    }
    text += "\n## Signs in blocks\n\n| sign | meaning |\n|---|---|\n"
    for (sign, meaning) in Self.signs { text += "| \(sign) | \(meaning) |\n" }
    return text + "\n## The mouse\n\n" + Self.mouse.map { "- \($0)\n" }.joined()
  }

  /// The column in which the help window begins the descriptions.
  static let helpColumn = 20

  /// All commands as the help window shows them.
  func lines(_ titles: CommandTitles, _ repertoire: Repertoire) -> [String] {
    var lines: [String] = []
    for section in sections {
      if !lines.isEmpty { lines.append("") }
      lines.append(section.title)
      lines += section.rows.map {
        Self.row(
          keys: $0.keys.joined(separator: " "), titles.words(title: $0.title, name: $0.name, help: $0.help), repertoire)
      }
    }
    lines += ["", "Signs in blocks"] + Self.signs.map { Self.row(keys: $0, $1, repertoire) }
    return lines + ["", "The mouse"] + Self.mouse.map { "  " + $0 }
  }

  static func row(keys: String, _ words: String, _ repertoire: Repertoire) -> String {
    let room = helpColumn - 2 - repertoire.columns(of: keys)
    return "  " + keys + String(repeating: " ", count: max(1, room)) + words
  }
}
