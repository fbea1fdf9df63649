import Terminal

extension EditorScreen {
  /// The commands that are available in every mode.
  static let globalCommands = CommandTable<EditorScreen>(
    "Everywhere",
    [Command("redraw", "<C-l>", group: .editor, help: "redraw the screen") { $0.device.redraw() }])

  /// Performs the command that a key has in every mode, if any.
  /// - Returns: whether there is one.
  func performGlobal(_ key: Key) -> Bool {
    guard case .method(let run, _)? = Self.globalCommands[key]?.action else { return false }
    run(self, self)
    return true
  }
}
