typealias CodeCommand = Command<CodeView>

extension CodeView {
  /// The commands in the code.
  static let codeCommands = CommandTable<CodeView>(
    "code", "In the code",
    scrollCommands("line", hint: "move", others: ["first": ["g"], "last": ["G"]]) + [
      CodeCommand(
        "left", "<Left>", group: .navigation, help: "scroll to the left",
        unavailable: { $0.refusalToScrollSideways(-1) }, run: { $0.scrollSideways(-1) }),
      CodeCommand(
        "right", "<Right>", group: .navigation, help: "scroll to the right",
        unavailable: { $0.refusalToScrollSideways(1) }, run: { $0.scrollSideways(1) }),
      CodeCommand(
        "language", "&", group: .windows, help: "show the code in the next language", hint: "language",
        run: { $0.changeLanguage() }),
      CodeCommand("help", "?", group: .windows, help: "help: all keys", run: { $0.help() }),
      CodeCommand(
        "copy", "y", "<C-c>", group: .program, help: "copy the code to the terminal’s clipboard", hint: "copy",
        unavailable: { $0.refusalToTake }, runIn: { $0.copy(on: $1) }),
      CodeCommand(
        "save-code", "S", group: .program, help: "save the code in a file", hint: "save",
        unavailable: { $0.refusalToTake }, run: { $0.save() }),
      CodeCommand(
        "canvas", "<Tab>", "<Enter>", "<Esc>", "H", group: .finishing, help: "back to the blocks; the code stays open",
        hint: "blocks", runIn: { $0.leave(on: $1) }),
      CodeCommand("close", "$", "q", group: .finishing, help: "hide the code", hint: "hide") { $0.close() },
    ])
}
