/// Finds keywords, strings, numbers and comments in a line of code. Of a language, it knows only the keywords, the
/// comment sign and the quotation marks.
struct CodeHighlighting {
  /// A part of a line, in characters.
  typealias Span = (range: Range<Int>, role: ThemeColors.Role)

  private let keywords: Set<String>
  private let comment: [Character]
  private let quotes: Set<Character>

  private init(_ keywords: String, comment: String, quotes: Set<Character> = ["\"", "'"]) {
    self.keywords = Set(keywords.split(separator: " ").map(String.init))
    (self.comment, self.quotes) = (Array(comment), quotes)
  }

  /// Returns the highlighting of a language by its name on the command line; nil for an unknown language.
  static func of(_ language: String) -> CodeHighlighting? { known[language] }

  private static let known: [String: CodeHighlighting] = [
    "python": CodeHighlighting(
      "False None True and as assert break class continue def del elif else except finally for from global if import in "
        + "is lambda nonlocal not or pass raise return try while with yield", comment: "#"),
    "javascript": CodeHighlighting(
      "break case catch class const continue default delete do else false finally for function if in instanceof let new "
        + "null of return switch this throw true try typeof undefined var while", comment: "//",
      quotes: ["\"", "'", "`"]),
    "lua": CodeHighlighting(
      "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
      comment: "--"),
    "php": CodeHighlighting(
      "and array as break case continue default do echo else elseif false for foreach function global if new null or "
        + "print return switch true while", comment: "//"),
    "dart": CodeHighlighting(
      "bool break case class const continue default do double dynamic else false final for if import in int is List new "
        + "null num return String switch true var void while", comment: "//"),
  ]

  /// Returns the highlighted parts of a line, from left to right.
  func spans(in line: [Character]) -> [Span] {
    var spans: [Span] = []
    var index = 0
    while index < line.count {
      let start = index
      let character = line[index]
      if line[index...].starts(with: comment) {
        return spans + [(start..<line.count, .comment)]
      } else if quotes.contains(character) {
        index = end(ofText: line, from: start)
        spans.append((start..<index, .string))
      } else if Self.isPartOfWord(character) {
        while index < line.count, Self.isPartOfWord(line[index]) || Self.isPoint(line, at: index, from: start) {
          index += 1
        }
        if character.isNumber {
          spans.append((start..<index, .number))
        } else if keywords.contains(String(line[start..<index])) {
          spans.append((start..<index, .keyword))
        }
      } else {
        index += 1
      }
    }
    return spans
  }

  private func end(ofText line: [Character], from start: Int) -> Int {
    var index = start + 1
    while index < line.count, line[index] != line[start] { index += line[index] == "\\" ? 2 : 1 }
    return min(index + 1, line.count)
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  /// Whether a character is the decimal point of a number.
  private static func isPoint(_ line: [Character], at index: Int, from start: Int) -> Bool {
    line[index] == "." && line[start].isNumber && index + 1 < line.count && line[index + 1].isNumber
  }
}
