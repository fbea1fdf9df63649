import MortiseTerminal

extension ProgramKeeper {
  /// The commands while input waits for a further program or a folder. Other keys are held until it is read.
  static let waitingCommands = CommandTable<ProgramKeeper>(
    "waiting", "While another program or a folder is read",
    [
      Command("give-up", "<Esc>", "<C-c>", group: .finishing, help: "give up; the program on the screen stays") {
        $0.giveUp()
      }
    ])

  /// Performs the command that a key is bound to, if input waits.
  /// - Returns: false if there is none.
  func performWaiting(_ key: Key, on screen: EditorScreen) -> Bool {
    guard isAwaited, case .method(let run, _)? = Self.waitingCommands[key]?.action else { return false }
    run(self, screen)
    return true
  }
}
