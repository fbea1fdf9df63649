typealias TextCommand = Command<TextPopup>

extension TextPopup {
  /// The commands of a single-line text.
  static let lineTable = CommandTable<TextPopup>(
    "text", "In a text field",
    lineCommands + [
      // A file may have line breaks in a single-line field.
      TextCommand(
        "up", "<Up>", "<PageUp>", group: .navigation, help: "previous line, if there are several"
      ) { $0.moveRows(-1) },
      TextCommand(
        "down", "<Down>", "<PageDown>", group: .navigation, help: "next line, if there are several"
      ) { $0.moveRows(1) },
      TextCommand(
        "accept", "<Enter>", "<C-s>", group: .finishing, help: "accept the text", hint: "OK", runIn: accept),
      TextCommand("cancel", "<Esc>", group: .finishing, help: "cancel; nothing changes", hint: "cancel", runIn: close),
    ], fallback: typing)

  static let accept: (TextPopup, EditorScreen) -> Void = { $0.commit(on: $1) }
  static let close: (TextPopup, EditorScreen) -> Void = { $0.close(on: $1) }
}
