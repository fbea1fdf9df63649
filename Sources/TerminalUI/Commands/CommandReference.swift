import BlockEditing
import Screen

/// All commands, as shown by the help, `mortise keys` and docs/keys.md.
public enum CommandReference {
  /// The commands of every mode, in the order of the help.
  public static let sections: [CommandSection] = [
    CanvasMode.canvasCommands.sections,
    EditorScreen.globalCommands.sections,
    DragMode.blockCommands.sections,
    DragMode.commentCommands.sections,
    CanvasMode.mouseDragCommands.sections,
    ToolboxDrag.dragCommands.sections,
    LinePopup.lineTable.sections,
    ListPopup.listCommands.sections,
    Picker.pickerTable.sections,
    CommandTable("In the list of variables, also", VariableSelection.commands).sections,
    CommandTable("In the list of bookmarks, also", BookmarkSelection.commands).sections,
    CommandTable("In the list of snippets, also", SnippetSelection.commands).sections,
    ListPopup.questionCommands.sections,
    TextPopup.lineTable.sections,
    TextPopup.multilineTable.sections,
    TextViewer.readingCommands.sections,
    MutatorDialog.table(adding: []).sections,
    CommandTable("In the dialog of a block’s ⚙, also", PartsView.adding(partKinds) + PartsView.partCommands).sections,
    MutatorDialog.typingCommands.sections,
    EventLogView.logCommands.sections,
    StartView.waitingCommands.sections,
    StartView.failureCommands.sections,
  ].flatMap(\.self)

  private static let partKinds = [
    MutatorPart.Kind(name: "branch, item or input", key: "a"), MutatorPart.Kind(name: "else", key: "e", count: 0...1),
  ]

  private static let mouse = [
    "Click to put the cursor there; click again to edit.",
    "Ctrl+click selects or unselects a block.",
    "Drag from a blank place, such as beside a row, to select the blocks whose rows the rectangle touches; with Ctrl, the others stay selected.",
    "Click a blank place beside all stacks to clear the selection.",
    "Drag to move a comment, or a block with the blocks below it; drag a selected block to move all selected ones.",
    "Drag onto the toolbox to delete.",
    "Drag a block out of the toolbox’s window to insert it where it is dropped.",
    "The wheel scrolls.",
    "In the title line, undo, redo and keys can be clicked.",
  ]

  /// The signs in blocks and their meanings. In ASCII, other signs replace some of them.
  private static let signs = [
    ("*", "the block is selected"),
    ("⊘", "the block is disabled; (off) in ASCII"),
    ("⚑", "the block has a bookmark; ! in ASCII"),
    ("✎", "a comment; # in ASCII"),
    ("⚙", "e edits the branches, items or inputs; @ in ASCII"),
    ("▸", "the block is collapsed; > in ASCII"),
    ("▾", "Enter shows a list; v in ASCII"),
    ("┄", "a block of an unknown type is between two of these"),
    ("…", "goes on beyond the edge"),
  ]

  /// All commands as tables in Markdown, for `mortise keys` and docs/keys.md.
  public static var markdown: String {
    var text = "# Keys\n"
    for section in sections {
      text += "\n## \(section.title)\n\n| key | action |\n|---|---|\n"
      for row in section.rows {
        text += "| \(row.keys.joined(separator: ", ")) | \(row.help) |\n"
      }
    }
    text += "\n## Signs in blocks\n\n| sign | meaning |\n|---|---|\n"
    for (sign, meaning) in signs { text += "| \(sign) | \(meaning) |\n" }
    return text + "\n## The mouse\n\n" + mouse.map { "- \($0)\n" }.joined()
  }

  /// The column in which the help window begins the descriptions.
  static let helpColumn = 20

  /// All commands as the help window shows them.
  static func lines(_ repertoire: Repertoire) -> [String] {
    var lines: [String] = []
    for section in sections {
      if !lines.isEmpty { lines.append("") }
      lines.append(section.title)
      lines += section.rows.map { row(keys: $0.keys.joined(separator: " "), help: $0.help, repertoire) }
    }
    lines += ["", "Signs in blocks"] + signs.map { row(keys: $0, help: $1, repertoire) }
    return lines + ["", "The mouse"] + mouse.map { "  " + $0 }
  }

  private static func row(keys: String, help: String, _ repertoire: Repertoire) -> String {
    let room = helpColumn - 2 - TextWidth.columns(of: keys, repertoire: repertoire)
    return "  " + keys + String(repeating: " ", count: max(1, room)) + help
  }
}
