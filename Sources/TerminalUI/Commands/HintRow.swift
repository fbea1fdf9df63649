import BlockLayout
import MortiseScreen
import MortiseTerminal

/// A row of the screen with hints about keys, as it was drawn. A click on a key or its description presses the key.
struct HintRow {
  let origin: Point
  /// The text, with the marks around words of the program, which aren't hints.
  let text: String
  /// The mode that the keys are for; nil for the mode on top.
  var owner: (any Mode)?
  /// The end of the row that proposes keys, if other text precedes it; nil if the whole row proposes keys. If it is
  /// empty, a hint must have a verb after the key, as in `u undoes`, and follow the first phrase or end the row.
  var proposal: String?
  /// Whether the whole row describes its first word.
  var isOnePhrase = false

  /// Returns the keys of the hint at a column; nil if there is none.
  /// - Parameter keys: returns the keys that a word names; nil for other words.
  func keys(atColumn column: Int, _ repertoire: Repertoire, keys: (String) -> [Key]?) -> [Key]? {
    guard let index = index(atColumn: column, repertoire) else { return nil }
    let phrases = isOnePhrase ? [text.startIndex..<text.endIndex] : Self.phrases(of: text)
    guard let phrase = phrases.firstIndex(where: { $0.contains(index) }) else { return nil }
    let found = hint(text[phrases[phrase]], at: index, keys: keys)
    guard let proposal else { return found?.keys }
    if !proposal.isEmpty {
      let start = text.hasSuffix(proposal) ? text.index(text.endIndex, offsetBy: -proposal.count) : text.endIndex
      return phrases[phrase].upperBound > start ? found?.keys : nil
    }
    // The other phrases may quote the program.
    let quoted = QuotedWords.ranges(in: text)
    func isQuoting(_ range: Range<String.Index>) -> Bool {
      quoted.contains { $0.overlaps(range) } || text[range].contains(where: "“”\"".contains)
    }
    func isProposed(_ range: Range<String.Index>) -> Bool {
      !isQuoting(range) && hint(text[range], at: index, keys: keys)?.rest.first.map(Self.isVerb) == true
    }
    guard phrase > 0, isProposed(phrases[phrase]) else { return nil }
    let isAtStart = !isQuoting(phrases[0]) && phrases[1..<phrase].allSatisfy(isProposed)
    return isAtStart || phrases[phrase...].allSatisfy(isProposed) ? found?.keys : nil
  }

  /// Parses a phrase about keys.
  /// - Returns: the key at an index, or else the last one before the description, and the description's words; nil if
  ///   it doesn't begin with a key.
  private func hint(
    _ phrase: Substring, at index: String.Index, keys: (String) -> [Key]?
  ) -> (keys: [Key], rest: ArraySlice<Substring>)? {
    var words = phrase.split(separator: " ")[...]
    while let first = words.first, first.allSatisfy(Self.isRule) { words = words.dropFirst() }
    var found: (keys: [Key], isHit: Bool)?
    while let first = words.first {
      let second = words.dropFirst().first
      let pair = second.flatMap { keys("\(first) \($0)") }
      guard let named = pair ?? keys(String(first)) else { break }
      let end = pair == nil ? first.endIndex : second?.endIndex ?? first.endIndex
      words = words.dropFirst(pair == nil ? 1 : 2)
      if found?.isHit != true { found = (named, (first.startIndex..<end).contains(index)) }
    }
    return found.map { ($0.keys, words) }
  }

  /// Whether a character belongs to a frame or heading.
  private static func isRule(_ character: Character) -> Bool { "─│┌┐└┘·".contains(character) }

  /// Whether a word describes an action, such as “undoes” or “pastes”.
  private static func isVerb(_ word: Substring) -> Bool {
    word.count > 3 && word.hasSuffix("s") && word.allSatisfy { $0.isLetter && $0.isLowercase }
  }

  /// The separators of phrases. A key can be one of these characters, too; then a blank precedes it.
  private static let separators = ["  ", "──", "--", " · ", ", ", "; ", ": ", "! "]

  private static func phrases(of text: String) -> [Range<String.Index>] {
    var phrases: [Range<String.Index>] = []
    var quoted = QuotedWords.ranges(in: text)[...]
    var (start, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      if let words = quoted.first, index >= words.lowerBound {
        index = max(index, words.upperBound)
        quoted = quoted.dropFirst()
        continue
      }
      let separator = separators.first { text[index...].hasPrefix($0) }
      if let separator, " ─-".contains(separator.prefix(1)) || index > start && text[text.index(before: index)] != " " {
        phrases.append(start..<index)
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    return phrases + [start..<text.endIndex]
  }

  /// Returns the index of the character at a column; nil after the end.
  private func index(atColumn column: Int, _ repertoire: Repertoire) -> String.Index? {
    var end = 0
    return text.indices.first { index in
      end += repertoire.columns(of: String(text[index]))
      return end > column
    }
  }
}

extension CommandMode {
  func keys(shownAs text: String) -> [Key]? {
    for command in commands.commands {
      if let name = command.keys.first(where: { KeyText.shows($0, as: text) }) {
        return Key.sequence(named: name)
      }
    }
    return nil
  }
}
