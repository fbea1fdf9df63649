/// A pasted program of another language, which is typed a line at a time.
struct PastedLines {
  /// A line that isn't empty, and the columns before its text.
  struct Line {
    var indentation: Int
    var text: String
    /// Why it can't be typed; nil if it can.
    var refusal: String?
  }

  private(set) var lines: [Line] = []

  /// Whether they may be a program of another language; Blockly's files begin with a bracket.
  var isOtherLanguage: Bool { lines.count > 1 && lines[0].text.first.map { !"<{".contains($0) } ?? false }

  /// A longer text would keep users waiting.
  static let most = 200
  /// Statements and loops are not looked for in a longer text, in bytes, or in more lines: lines are read several times.
  private static let longestProgram = 40_000
  private static let mostRead = 2 * most

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      var columns = 0
      for character in line.prefix(while: \.isWhitespace) {
        columns = character == "\t" ? (columns / 8 + 1) * 8 : columns + 1
      }
      let text = line.drop(while: \.isWhitespace)
      if !text.isEmpty { lines.append(Line(indentation: columns, text: String(text))) }
    }
    if text.utf8.count <= Self.longestProgram, lines.count <= Self.mostRead {
      lines = PastedLoops(PastedStatements(lines).lines).lines
    }
  }
}
