typealias StartCommand = Command<StartView>

extension StartView {
  /// The commands while the program is being read. Other keys are held until it can be edited.
  static let waitingCommands = CommandTable<StartView>(
    "opening", "While a program is opened",
    [
      StartCommand("quit", "<C-q>", group: .finishing, help: "quit without waiting", hint: "quit") { $0.quit() }
    ])

  /// The commands when the program can't be opened.
  static let failureCommands = CommandTable<StartView>(
    "failure", "When a program can’t be opened",
    scrollCommands("line", hint: "scroll", hasEnds: false) + [
      StartCommand(
        "quit", "q", "<Esc>", "<Enter>", "<C-q>", group: .finishing, help: "quit", hint: "quit"
      ) { $0.quit() }
    ])
}
