import BlockEditing
import Screen

/// All commands, as shown by the help, `mortise keys` and docs/keys.md.
public enum CommandReference {
  /// The commands of every mode, in the order of the help.
  static let sections: [CommandSection] =
    CanvasMode.canvasCommands.sections + EditorScreen.globalCommands.sections + DragMode.blockCommands.sections
    + DragMode.commentCommands.sections + CanvasMode.mouseDragCommands.sections + ToolboxDrag.dragCommands.sections
    + ListPopup.listCommands.sections
    + CommandTable("In the list of variables, also", VariableSelection.commands).sections
    + CommandTable("In the list of bookmarks, also", BookmarkSelection.commands).sections
    + ListPopup.questionCommands.sections + TextPopup.lineTable.sections + TextPopup.multilineTable.sections
    + TextViewer.readingCommands.sections + MutatorDialog.table(adding: []).sections
    + CommandTable("In the dialog of a block’s ⚙, also", PartsView.adding(partKinds) + PartsView.partCommands).sections
    + MutatorDialog.typingCommands.sections + EventLogView.logCommands.sections + StartView.waitingCommands.sections
    + StartView.failureCommands.sections

  private static let partKinds = [
    MutatorPart.Kind(name: "branch, item or input", key: "a"), MutatorPart.Kind(name: "else", key: "e", count: 0...1),
  ]

  private static let mouse = [
    "Click to select; click what is selected to edit it.",
    "Drag to move a comment, or a block with the blocks below it; drag onto the toolbox to delete.",
    "Drag a block out of the toolbox’s window to insert it where it is dropped.",
    "The wheel scrolls.",
    "In the title line, undo, redo and keys can be clicked.",
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
    return text + "\n## The mouse\n\n" + mouse.map { "- \($0)\n" }.joined()
  }

  /// The column of the help window in which the texts begin.
  static let helpColumn = 20

  /// All commands as the help window shows them.
  static func lines(_ repertoire: Repertoire) -> [String] {
    var lines: [String] = []
    for section in sections {
      if !lines.isEmpty { lines.append("") }
      lines.append(section.title)
      for row in section.rows {
        let keys = row.keys.joined(separator: " ")
        let room = helpColumn - 2 - TextWidth.columns(of: keys, repertoire: repertoire)
        lines.append("  " + keys + String(repeating: " ", count: max(1, room)) + row.help)
      }
    }
    return lines + ["", "The mouse"] + mouse.map { "  " + $0 }
  }
}
