import Screen

/// The key map as the help window shows it.
enum HelpText {
  /// Where the words stand behind the keys.
  static let wordsColumn = 20

  static func lines(_ repertoire: Repertoire) -> [String] {
    var lines: [String] = []
    for context in KeyMap.Context.allCases {
      if !lines.isEmpty { lines.append("") }
      lines.append(context.rawValue)
      for binding in KeyMap.bindings where binding.context == context {
        let keys = binding.keys.map(KeyMap.shown).joined(separator: " ")
        let room = wordsColumn - 2 - TextWidth.columns(of: keys, repertoire: repertoire)
        lines.append("  " + keys + String(repeating: " ", count: max(1, room)) + binding.words)
      }
    }
    lines += [
      "", "The mouse", "  click selects, a second click edits; drag moves;",
      "  drag onto the toolbox deletes; the wheel scrolls;",
      "  in the first line: the name saves, undo, redo, keys",
    ]
    return lines
  }
}
