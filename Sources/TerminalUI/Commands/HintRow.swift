import MortiseScreen
import MortiseTerminal

/// A row of the screen that says what keys do, as it was drawn. A click on a key, or on what it does, presses the key.
struct HintRow {
  let origin: Point
  let text: String
  /// What the keys are pressed in; nil for the mode on top.
  var owner: (any Mode)?
  /// Where the row says other things, too: the part that proposes keys. Elsewhere a key must be followed by a verb, such
  /// as `u undoes`.
  var proposal: String?
  /// Whether the whole row is about its first word.
  var isOnePhrase = false

  /// Returns the keys that a column names.
  /// - Parameter keys: returns the keys that a word stands for; nil for other words.
  func keys(atColumn column: Int, _ repertoire: Repertoire, keys: (String) -> [Key]?) -> [Key]? {
    guard let index = index(atColumn: column, repertoire) else { return nil }
    let phrases = isOnePhrase ? [text.startIndex..<text.endIndex] : Self.phrases(of: text)
    guard let phrase = phrases.firstIndex(where: { $0.contains(index) }) else { return nil }
    var words = text[phrases[phrase]].split(separator: " ")[...]
    while let first = words.first, first.allSatisfy(Self.isRule) { words = words.dropFirst() }
    var found: (keys: [Key], isHit: Bool)?
    // Of several keys in front of one word, such as ↑ ↓ move, it is the one that was hit, or else the last.
    while let first = words.first {
      let pair = words.count > 1 ? keys("\(first) \(words[words.startIndex + 1])") : nil
      guard let named = pair ?? keys(String(first)) else { break }
      let end = pair == nil ? first.endIndex : words[words.startIndex + 1].endIndex
      words = words.dropFirst(pair == nil ? 1 : 2)
      if found?.isHit != true { found = (named, (first.startIndex..<end).contains(index)) }
    }
    guard let found else { return nil }
    if let proposal, !proposal.contains(text[phrases[phrase]].trimmingPrefix(" ")) {
      guard phrase > 0, let verb = words.first, Self.isVerb(verb) else { return nil }
    }
    return found.keys
  }

  /// Whether a sign belongs to a frame or heading.
  private static func isRule(_ character: Character) -> Bool { "─│┌┐└┘·".contains(character) }

  /// Whether a word says what a key does: undoes, pastes.
  private static func isVerb(_ word: Substring) -> Bool {
    word.count > 3 && word.hasSuffix("s") && word.allSatisfy { $0.isLetter && $0.isLowercase }
  }

  /// What stands between two phrases. A key can be a sign, too, which has a blank before it.
  private static let separators = ["  ", " · ", ", ", "; ", ": ", "! "]

  private static func phrases(of text: String) -> [Range<String.Index>] {
    var phrases: [Range<String.Index>] = []
    var (start, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      let separator = separators.first { text[index...].hasPrefix($0) }
      if let separator, separator.first == " " || index > start && text[text.index(before: index)] != " " {
        phrases.append(start..<index)
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    return phrases + [start..<text.endIndex]
  }

  /// Returns the character at a column; nil behind the end.
  private func index(atColumn column: Int, _ repertoire: Repertoire) -> String.Index? {
    var end = 0
    return text.indices.first { index in
      end += TextWidth.columns(of: String(text[index]), repertoire: repertoire)
      return end > column
    }
  }
}

extension CommandMode {
  func keys(shownAs text: String) -> [Key]? {
    for command in commands.commands {
      if let name = command.keys.first(where: { KeyText.short($0) == text || KeyText.long($0) == text }) {
        return Key.sequence(named: name)
      }
    }
    return nil
  }
}
