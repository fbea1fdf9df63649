import MortiseTerminal

extension EditorScreen {
  /// The commands that are available in every mode.
  static let globalCommands = CommandTable<EditorScreen>(
    "everywhere", "Everywhere",
    [Command("redraw", "<C-l>", group: .editor, help: "redraw the screen") { $0.device.redraw() }])

  /// Performs the global command that a key is bound to.
  /// - Returns: false if there is none.
  func performGlobal(_ key: Key) -> Bool {
    guard case .method(let run, _)? = Self.globalCommands[key]?.action else { return false }
    run(self, self)
    return true
  }
}
