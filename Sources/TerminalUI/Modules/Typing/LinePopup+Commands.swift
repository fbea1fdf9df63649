typealias LineWindowCommand = Command<LinePopup>

extension LinePopup {
  /// The commands of a typed line.
  static let lineTable = CommandTable<LinePopup>(
    "line", "While a line is typed",
    lineCommands + scrollCommands("meaning", hasEnds: false) + [
      LineWindowCommand(
        "take", "<Enter>", "<C-s>", group: .finishing,
        help: "take the line, and go on in the first empty input, the body or below; if it is empty, leave the branch",
        hint: "take", runIn: { $0.take(on: $1) }),
      LineWindowCommand(
        "complete", "<Tab>", group: .finishing, help: "complete the word, or go to the next input", hint: "complete"
      ) { $0.complete() },
      LineWindowCommand(
        "close", "<Esc>", group: .finishing, help: "close the line; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)
}
