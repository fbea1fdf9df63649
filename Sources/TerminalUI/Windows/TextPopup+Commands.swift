typealias TextCommand = Command<TextPopup>

extension TextPopup {
  /// What the keys do in a text of one line.
  static let lineTable = CommandTable<TextPopup>(
    "In a text field",
    lineCommands + [
      // A file may hold line breaks in a field of one line.
      TextCommand(
        "up", "<Up>", "<PageUp>", group: .navigation, help: "previous line, where the text has several"
      ) { $0.moveRows(-1) },
      TextCommand(
        "down", "<Down>", "<PageDown>", group: .navigation, help: "next line, where the text has several"
      ) { $0.moveRows(1) },
      TextCommand("accept", "<Enter>", group: .finishing, help: "accept the text", hint: "OK", runIn: accept),
      TextCommand("cancel", "<Esc>", group: .finishing, help: "cancel; nothing changes", hint: "cancel", runIn: close),
    ], fallback: typing)

  static let accept: (TextPopup, EditorServices) -> Void = { $0.commit(in: $1) }
  static let close: (TextPopup, EditorServices) -> Void = { $0.close(in: $1) }
}
