extension TextPopup {
  /// The commands of a multi-line text.
  static let multilineTable = CommandTable<TextPopup>(
    "long-text", "In a multi-line text",
    lineCommands + [
      TextCommand("up", "<Up>", group: .navigation, help: "previous row") { $0.moveRows(-1) },
      TextCommand("down", "<Down>", group: .navigation, help: "next row") { $0.moveRows(1) },
      TextCommand("page-up", "<PageUp>", group: .navigation, help: "one page up") { $0.moveRows(-$0.rowCount) },
      TextCommand("page-down", "<PageDown>", group: .navigation, help: "one page down") { $0.moveRows($0.rowCount) },
      TextCommand("new-line", "<Enter>", group: .editing, help: "start a new line", hint: "new line") {
        $0.startNewLine()
      },
      TextCommand(
        "accept", "<C-s>", "<C-d>", group: .finishing, help: "accept the text", hint: "OK", runIn: accept),
      TextCommand("cancel", "<Esc>", group: .finishing, help: "cancel; nothing changes", hint: "cancel", runIn: close),
    ], fallback: typing)
}
