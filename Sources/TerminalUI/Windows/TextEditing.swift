import MortiseTerminal

/// A mode in which the user types text.
protocol TextEditing: CommandMode {
  /// Changes the text, or moves the cursor in it.
  func edit(_ change: (inout TextEntry) -> Void)
}

extension TextEditing {
  /// The editing commands within a line, for the mode's table.
  static var lineCommands: [Command<Self>] {
    [
      Command("left", "<Left>", group: .navigation, help: "previous character") { $0.edit { $0.buffer.step(-1) } },
      Command("right", "<Right>", group: .navigation, help: "next character") { $0.edit { $0.buffer.step(1) } },
      Command("line-start", "<Home>", "<C-a>", group: .navigation, help: "beginning of the line") {
        $0.edit { $0.buffer.moveToStart() }
      },
      Command("line-end", "<End>", "<C-e>", group: .navigation, help: "end of the line") {
        $0.edit { $0.buffer.moveToEnd() }
      },
      Command("delete-backward", "<Backspace>", group: .editing, help: "delete the previous character") {
        $0.edit { $0.deleteBackward() }
      },
      Command("delete-forward", "<Delete>", group: .editing, help: "delete the next character") {
        $0.edit { $0.deleteForward() }
      },
      Command("delete-to-start", "<C-u>", group: .editing, help: "delete to the beginning of the line") {
        $0.edit { $0.buffer.deleteToStart() }
      },
      Command("delete-to-end", "<C-k>", group: .editing, help: "delete to the end of the line") {
        $0.edit { $0.buffer.deleteToEnd() }
      },
    ]
  }

  /// Inserts typed characters into the text.
  static var typing: CommandTable<Self>.Fallback {
    CommandTable<Self>.Fallback(keys: "characters", help: "type into the text") { mode, key, _ in
      guard let character = key.typedCharacter else { return false }
      mode.edit { $0.type(character) }
      return true
    }
  }
}
