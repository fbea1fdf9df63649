/// The wording of a block type as the user may type it: its words, and `_` for its inputs.
struct Phrase {
  var text: String
  /// The number of its type, and the value of the first field with a choice.
  var type: Int32
  var option: String
  var isValue: Bool
  /// The words in lower case, without inputs and signs.
  var words: [Substring]
  var startsWithInput: Bool
  /// Whether this is another spelling of a type.
  var isAlias: Bool
  /// Whether only typed lines have this spelling.
  var isTyped: Bool

  /// The text up to the first input after its first word.
  var beginning: String { beginning(through: 0) }

  /// Returns the text up to the first input after a word.
  /// - Parameter word: the word's index.
  func beginning(through word: Int) -> String {
    let parts = text.split(separator: " ")
    var count = 0
    let end = parts.firstIndex { part in
      if part == "_", count > word { return true }
      count += Self.words(of: part.lowercased()).count
      return false
    }
    return parts[..<(end ?? parts.count)].joined(separator: " ") + " "
  }

  fileprivate static func words(of text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber) && $0 != "_" }.filter { $0 != "_" }
  }

  enum Match: Int {
    case beginning, words, letters
  }

  /// Returns the way in which typed words match, and the index of the last word that does; nil if they don't.
  /// - Parameter typed: the typed words in lower case.
  func match(_ typed: [Substring]) -> (match: Match, last: Int)? {
    if typed.count <= words.count, zip(typed, words).allSatisfy({ $1.hasPrefix($0) }) {
      return (.beginning, typed.count - 1)
    }
    var rest = words[...]
    let isWords = typed.allSatisfy { word in
      guard let index = rest.firstIndex(where: { $0.hasPrefix(word) }) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
    if isWords { return (.words, rest.startIndex - 1) }
    guard typed.count == 1, typed[0].count > 1 else { return nil }
    return Self.lastWord(of: typed[0], in: words).map { (.letters, $0) }
  }

  /// Returns the index of the word with the last of some letters, which are in the words in this order, the first one
  /// at the beginning of a word; nil if they aren't.
  private static func lastWord(of letters: Substring, in words: [Substring]) -> Int? {
    for (start, word) in words.enumerated() where word.first == letters.first {
      var rest = letters[...]
      for index in start..<words.count {
        for letter in words[index] where letter == rest.first { rest = rest.dropFirst() }
        if rest.isEmpty { return index }
      }
    }
    return nil
  }
}

extension NotationLibrary {
  /// Returns the phrases of all types, in the order of the toolbox.
  func makePhrases() -> [Phrase] {
    var phrases: [Phrase] = []
    var seen: Set<String> = []
    for pattern in patterns {
      for (text, option) in texts(of: pattern) where seen.insert(text + (pattern.isValue ? " " : "")).inserted {
        let words = Phrase.words(of: text.lowercased())
        if words.isEmpty { continue }
        phrases.append(
          Phrase(
            text: text, type: pattern.type, option: option, isValue: pattern.isValue, words: words,
            startsWithInput: text.hasPrefix("_"),
            isAlias: pattern.alias != nil, isTyped: pattern.alias?.isTyped ?? false))
      }
    }
    return phrases
  }

  /// Returns the texts of a pattern: with each option of its first choice, and the first options of the others.
  private func texts(of pattern: Pattern) -> [(text: String, option: String)] {
    switch pattern.form {
    case .plain: break
    case .branches: return [(text(label("CONTROLS_IF_MSG_IF")) + " _", "")]
    case .ifReturn:
      return [(text(label("CONTROLS_IF_MSG_IF")) + " _ " + text(label("PROCEDURES_DEFRETURN_RETURN")), "")]
    case .definition(let returns):
      return returns ? [] : [(text(label("PROCEDURES_DEFNORETURN_TITLE")) + " _", "")]
    case .items:
      guard case .words(let words)? = pattern.elements.first else { return [] }
      return [(text(words) + " _", "")]
    }
    var texts = [(text: "", option: "")]
    var hasChoice = false
    for element in pattern.elements {
      switch element {
      case .words(let words): texts = texts.map { (joined($0.text, words), $0.option) }
      case .choice(_, let options):
        let shown = hasChoice ? Array(options.prefix(1)) : options
        texts = texts.flatMap { text, first in
          shown.map { (joined(text, $0.words), hasChoice ? first : $0.state.plainText) }
        }
        hasChoice = true
      case .hole:
        texts = texts.map {
          ($0.text.isEmpty ? "_" : $0.text.hasSuffix("(") ? $0.text + "_" : $0.text + " _", $0.option)
        }
      case .body: break
      }
    }
    return texts
  }

  private func joined(_ text: String, _ words: [LabelWord]) -> String {
    var text = text
    for word in words {
      let isClosing = [Mark.closeParenthesis, Mark.comma].contains(word.word)
      if !text.isEmpty, !word.isGlued, !isClosing { text += " " }
      text += self.words[word.word]
    }
    return text
  }

  func text(_ words: [LabelWord]) -> String { joined("", words) }
}
