/// Tracks, character by character, whether a line is inside a string literal.
struct TextSigns {
  private var quote: Character?
  private var last: Character = " "

  /// Whether a string isn't closed.
  var isOpen: Bool { quote != nil }

  /// Returns whether the line's next character is outside of strings, and begins none.
  mutating func isSign(_ character: Character) -> Bool {
    defer { last = last == "\\" && character == "\\" ? " " : character }
    if let quote {
      if character == quote, last != "\\" { self.quote = nil }
      return false
    }
    switch character {
    case "\"", "`": quote = character
    // Other single quotes are apostrophes, as in “don't”.
    case "'" where !last.isLetter && !last.isNumber || "fbr".contains(last): quote = character
    default: return true
    }
    return false
  }
}
