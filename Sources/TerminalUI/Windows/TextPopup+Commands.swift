typealias TextCommand = Command<TextPopup>

extension TextPopup {
  /// The commands of a single-line text.
  static let lineTable = CommandTable<TextPopup>(
    "text", "In a text field",
    // A file may have line breaks in a single-line field.
    lineCommands + scrollCommands("line", hasEnds: false) + [
      TextCommand(
        "accept", "<Enter>", "<C-s>", group: .finishing, help: "accept the text", hint: "OK", runIn: accept),
      TextCommand("cancel", "<Esc>", group: .finishing, help: "cancel; nothing changes", hint: "cancel", runIn: close),
    ], fallback: typing)

  /// The commands of a multi-line text.
  static let multilineTable = CommandTable<TextPopup>(
    "long-text", "In a multi-line text",
    lineCommands + scrollCommands("row", hasEnds: false) + [
      TextCommand("new-line", "<Enter>", group: .editing, help: "start a new line", hint: "new line") {
        $0.startNewLine()
      },
      TextCommand(
        "accept", "<C-s>", "<C-d>", group: .finishing, help: "accept the text", hint: "OK", runIn: accept),
      TextCommand("cancel", "<Esc>", group: .finishing, help: "cancel; nothing changes", hint: "cancel", runIn: close),
    ], fallback: typing)

  static let accept: (TextPopup, EditorScreen) -> Void = { $0.commit(on: $1) }
  static let close: (TextPopup, EditorScreen) -> Void = { $0.close(on: $1) }
}
