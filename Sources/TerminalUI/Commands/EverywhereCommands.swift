import Terminal

extension EditorServices {
  /// What the keys do in every mode.
  static let everywhereCommands = CommandTable<EditorServices>(
    "Everywhere",
    [Command("redraw", "<C-l>", group: .editor, help: "redraw the screen") { $0.device.redraw() }])

  /// Uses the command that a key has in every mode.
  /// - Returns: whether there is one.
  func useEverywhere(_ key: Key) -> Bool {
    guard case .method(let run, _)? = Self.everywhereCommands[key]?.action else { return false }
    run(self, self)
    return true
  }
}
