typealias LineWindowCommand = Command<LinePopup>

extension LinePopup {
  /// The commands of a typed line.
  static let lineTable = CommandTable<LinePopup>(
    "line", "While a line is typed",
    lineCommands + [
      LineWindowCommand("previous", "<Up>", group: .navigation, help: "previous meaning") { $0.move(by: -1) },
      LineWindowCommand("next", "<Down>", group: .navigation, help: "next meaning") { $0.move(by: 1) },
      LineWindowCommand("page-up", "<PageUp>", group: .navigation, help: "one page of meanings up") {
        $0.move(by: -$0.pageRows)
      },
      LineWindowCommand("page-down", "<PageDown>", group: .navigation, help: "one page of meanings down") {
        $0.move(by: $0.pageRows)
      },
      LineWindowCommand(
        "take", "<Enter>", "<C-s>", group: .finishing,
        help: "take the line, and go on in the first empty input, the body or below; if it is empty, leave the branch",
        hint: "take", runIn: { $0.accept(on: $1) }),
      LineWindowCommand(
        "complete", "<Tab>", group: .finishing, help: "complete the word, or go to the next input", hint: "complete"
      ) { $0.complete() },
      LineWindowCommand(
        "close", "<Esc>", group: .finishing, help: "close the line; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
    ], fallback: typing)
}
