typealias CodeCommand = Command<CodeView>

extension CodeView {
  /// The commands in the code.
  static let codeCommands = CommandTable<CodeView>(
    "code", "In the code",
    scrollCommands("line", hint: "move", others: ["first": ["g"], "last": ["G"]]) + [
      CodeCommand(
        "left", "<Left>", title: "Left", group: .navigation, help: "scroll to the left",
        unavailable: { $0.refusalToScrollSideways(-1) }, run: { $0.scrollSideways(-1) }),
      CodeCommand(
        "right", "<Right>", title: "Right", group: .navigation, help: "scroll to the right",
        unavailable: { $0.refusalToScrollSideways(1) }, run: { $0.scrollSideways(1) }),
      CodeCommand(
        "edit-line", "<Enter>", "E", title: "Edit the line…", group: .editing,
        help: "edit the line as code; what is typed becomes blocks", hint: "edit", run: { $0.editLine() }),
      CodeCommand(
        "wrap", "w", title: "Wrap long lines", group: .navigation, help: "wrap long lines, or stop wrapping them",
        hint: "wrap",
        run: { $0.toggleWrapping() }),
      CodeCommand(
        "language", "&", title: "Next code language", group: .windows, help: "show the code in the next language",
        hint: "language",
        run: { $0.changeLanguage() }),
      CodeCommand(
        "help", "?", title: "Help and keys", group: .windows,
        help: "show the first keys, what is possible here, and all keys", run: { $0.help() }),
      CodeCommand(
        "copy", "y", "<C-c>", title: "Copy", group: .program, help: "copy the code to the terminal’s clipboard",
        hint: "copy",
        unavailable: { $0.refusalToTake }, runIn: { $0.copy(on: $1) }),
      CodeCommand(
        "save-code", "S", title: "Save the code…", group: .program, help: "save the code in a file", hint: "save",
        unavailable: { $0.refusalToTake }, run: { $0.save() }),
      CodeCommand(
        "canvas", "<Tab>", "<Esc>", "H", title: "Back to the blocks", group: .finishing,
        help: "back to the blocks; the code stays open",
        hint: "blocks", runIn: { $0.leave(on: $1) }),
      CodeCommand("close", "$", "q", title: "Close", group: .finishing, help: "hide the code", hint: "hide") {
        $0.close()
      },
    ])
}
