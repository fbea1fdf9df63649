/// The key map as the help window shows it.
enum HelpText {
  static var lines: [String] {
    var lines: [String] = []
    for context in KeyMap.Context.allCases {
      if !lines.isEmpty { lines.append("") }
      lines.append(context.rawValue)
      for binding in KeyMap.bindings where binding.context == context {
        let keys = binding.keys.map(KeyMap.shown).joined(separator: " ")
        lines.append("  " + keys + String(repeating: " ", count: max(1, 18 - keys.count)) + binding.words)
      }
    }
    lines += ["", "The mouse", "  click selects, a second click edits; drag moves; the wheel scrolls"]
    return lines
  }
}
