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
    [
      StartCommand(
        "up", "<Up>", group: .navigation, help: "scroll the message up",
        unavailable: { $0.canScroll ? nil : "that is the whole message" }, run: { $0.scroll(-1) }
      ).hinted { $0.canScroll ? "" : nil },
      StartCommand(
        "down", "<Down>", group: .navigation, help: "scroll the message down",
        unavailable: { $0.canScroll ? nil : "that is the whole message" }, run: { $0.scroll(1) }
      ).hinted { $0.canScroll ? "scroll" : nil },
      StartCommand(
        "quit", "q", "<Esc>", "<Enter>", "<C-q>", group: .finishing, help: "quit", hint: "quit"
      ) { $0.quit() },
    ])
}
