import BlockLayout
import BlockModel

/// Replaces the signs of a sentence with words: screen readers say nothing for most of them at their usual level of
/// punctuation. The words come from the messages of the program's language (`SPOKEN_…`).
struct SpokenWords {
  let messages: MessageTable

  private static let operatorNames: [String: String] = [
    "=": "EQ", "≠": "NEQ", "<": "LT", "≤": "LTE", ">": "GT", "≥": "GTE", "+": "ADD", "-": "MINUS", "−": "MINUS",
    "×": "MULTIPLY", "÷": "DIVIDE", "^": "POWER", "#": "ITEM", "⚙": "MUTATOR", "→": "RIGHT", "↑": "UP", "↓": "DOWN",
    "←": "LEFT",
  ]

  private static let markNames: [Character: String] = [
    ",": "COMMA", ";": "SEMICOLON", ":": "COLON", "?": "QUESTION", "!": "EXCLAMATION", ".": "DOT", "\"": "MARK",
    "'": "APOSTROPHE", "(": "LEFT_PAREN", ")": "RIGHT_PAREN", "[": "LEFT_BRACKET", "]": "RIGHT_BRACKET",
    "{": "LEFT_BRACE", "}": "RIGHT_BRACE", "/": "SLASH", "\\": "BACKSLASH", "_": "UNDERSCORE", "@": "AT",
    "&": "AMPERSAND", "%": "PERCENT", "*": "STAR", "#": "HASH", "$": "DOLLAR", "=": "EQ", "≠": "NEQ", "<": "LT",
    "≤": "LTE", ">": "GT", "≥": "GTE", "+": "ADD", "-": "DASH", "×": "MULTIPLY", "÷": "DIVIDE", "^": "POWER",
    "|": "BAR", "~": "TILDE",
  ]

  private func word(_ name: String) -> String { messages.texts["SPOKEN_\(name)"] ?? "" }

  /// The words for an operator; nil for any other word.
  private func operation(_ text: String) -> String? {
    Self.operatorNames[text].flatMap { messages.texts["SPOKEN_\($0)"] }
  }

  /// The words for a sign in a text; nil for any other character.
  private func mark(_ character: Character) -> String? {
    Self.markNames[character].flatMap { messages.texts["SPOKEN_\($0)"] }
  }

  /// Returns a sentence with words for its signs: `b < c · line 2` is “b is below c, line 2”. In the texts of the program
  /// that it quotes, every sign has a word.
  func spoken(_ sentence: String) -> String {
    var tokens: [Token] = []
    // The characters outside texts and names.
    var outside: [(character: Character, isQuoted: Bool)] = []
    func flush() {
      tokens += outside.split { $0.character == " " }.map { word in
        Token(words: String(word.map(\.character)), isQuoted: word.first?.isQuoted == true)
      }
      outside = []
    }
    let (characters, isQuoted) = Self.characters(of: sentence)
    let ends = Self.ends(of: characters)
    var index = 0
    while index < characters.count {
      if let end = ends[index] {
        let content = characters[index + 1..<end]
        // Marks around other quoted words quote a block.
        if characters[index] == "“", !content.contains("“") {
          flush()
          let isText = isQuoted[index]
          tokens.append(
            Token(words: isText ? literal(content, after: tokens.last?.words) : name(content), isWhole: true))
          index = end + 1
          // A sign that follows without a space belongs to the words: “x”: …
          while index < characters.count, [",", ":", ";", ".", "?"].contains(characters[index]) {
            tokens[tokens.count - 1].words.append(characters[index])
            index += 1
          }
          continue
        }
      } else if !["”", "’"].contains(characters[index]) || Self.isApostrophe(characters, index) {
        outside.append((characters[index], isQuoted[index]))
      }
      index += 1
    }
    flush()
    return joined(tokens)
  }

  /// A word of a sentence, or words that need no further ones.
  private struct Token {
    var words: String
    var isWhole = false
    /// Whether it is quoted from the program.
    var isQuoted = false
  }

  /// Returns the characters of a sentence without invisible marks, and whether each of them is quoted from the program.
  private static func characters(of sentence: String) -> (all: [Character], isQuoted: [Bool]) {
    var (characters, isQuoted): ([Character], [Bool]) = ([], [])
    let ranges = QuotedWords.ranges(in: sentence)
    var next = 0
    for index in sentence.indices {
      while next < ranges.count, ranges[next].upperBound <= index { next += 1 }
      // Marks for the direction of text, which options have, and those around quoted words.
      let character = sentence[index]
      if ("\u{200E}"..."\u{200F}").contains(character) || ("\u{2066}"..."\u{2069}").contains(character) { continue }
      characters.append(character)
      isQuoted.append(next < ranges.count && ranges[next].contains(index))
    }
    return (characters, isQuoted)
  }

  /// The index of the closing mark of each opening one.
  private static func ends(of characters: [Character]) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    var open: [Int] = []
    for (index, character) in characters.enumerated() {
      switch character {
      case "“", "‘": open.append(index)
      case "”":
        while let start = open.popLast() {
          guard characters[start] == "“" else { continue }
          ends[start] = index
          break
        }
      case "’":
        if let start = open.last, characters[start] == "‘", !isApostrophe(characters, index) {
          ends[start] = index
          open.removeLast()
        }
      default: break
      }
    }
    return ends
  }

  /// Whether a letter follows: “doesn’t”.
  private static func isApostrophe(_ characters: [Character], _ index: Int) -> Bool {
    index + 1 < characters.count && characters[index + 1].isLetter
  }

  private func joined(_ tokens: [Token]) -> String {
    var words: [String] = []
    var part = 0
    let texts = tokens.map { $0.isWhole ? "" : $0.words }
    let operations = operations(in: texts)
    for (index, token) in tokens.enumerated() {
      let text = token.words
      if token.isWhole {
        words.append(text)
        continue
      }
      if text == "·" {
        if let last = words.indices.last, words[last].last?.isPunctuation != true { words[last] += "," }
        part = index + 1
        continue
      }
      if text.hasSuffix(":") { part = index + 1 }
      // A number needs no such word.
      if text == "number", index + 1 < texts.count, texts[index + 1].first?.isNumber == true { continue }
      if text == "=", !token.isQuoted, index == part + 1 {
        words.append(word("IS"))
      } else if let name = operation(text) {
        words.append(name)
      } else if text.count > 1, text.hasPrefix("-"), text.dropFirst().first?.isNumber == true {
        words.append("\(word("MINUS")) \(text.dropFirst())")
      } else {
        words += operations.contains(index) ? parenthesised(text) : [text]
      }
    }
    return words.joined(separator: " ")
  }

  /// Returns the indices of the tokens in parentheses that hold an operation, whose order they decide.
  private func operations(in tokens: [String]) -> Set<Int> {
    var found = Set<Int>()
    var (depth, start, hasOperator) = (0, 0, false)
    for (index, token) in tokens.enumerated() {
      if depth == 0 { (start, hasOperator) = (index, false) }
      if operation(token) != nil { hasOperator = true }
      depth += token.prefix { $0 == "(" }.count
      if depth == 0 { continue }
      depth = max(0, depth - token.reversed().prefix { $0 == ")" }.count)
      if depth == 0, hasOperator { found.formUnion(start...index) }
    }
    return found
  }

  /// Returns a word with words for its parentheses.
  private func parenthesised(_ text: String) -> [String] {
    let opened = text.prefix { $0 == "(" }.count
    let closed = text.dropFirst(opened).reversed().prefix { $0 == ")" }.count
    return Array(repeating: word("LEFT_PAREN"), count: opened) + [String(text.dropFirst(opened).dropLast(closed))]
      + Array(repeating: word("RIGHT_PAREN"), count: closed)
  }

  /// Returns the words for a name in a sentence, such as a function’s; a sign alone has a word.
  private func name(_ text: ArraySlice<Character>) -> String {
    text.count == 1 ? text.first.flatMap(mark) ?? String(text) : String(text)
  }

  /// Returns the words for a text of the program. A single word is called a text, as it would sound like a variable.
  /// - Parameter previous: the word before it.
  private func literal(_ text: ArraySlice<Character>, after previous: String?) -> String {
    if text.isEmpty { return word("EMPTY_TEXT") }
    if text.allSatisfy({ $0 == " " }) {
      return Array(repeating: word("SPACE"), count: text.count).joined(separator: " ")
    }
    var words: [String] = text.first == " " ? [word("SPACE")] : []
    var current = ""
    for index in text.indices {
      let mark = mark(text[index])
      guard text[index] == " " || mark != nil else {
        current.append(text[index])
        continue
      }
      if !current.isEmpty { words.append(current) }
      current = ""
      if let mark { words.append(mark) }
    }
    if !current.isEmpty { words.append(current) }
    if text.last == " " { words.append(word("SPACE")) }
    let isClear = words.count > 1 || previous == word("TEXT") || previous == "choice"
    return isClear ? words.joined(separator: " ") : "\(word("TEXT")) \(words[0])"
  }
}
