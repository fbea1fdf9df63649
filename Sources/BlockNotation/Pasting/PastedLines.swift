/// A pasted program of another language, which is typed a line at a time.
package struct PastedLines {
  /// A line that isn't empty, and the columns before its text.
  package struct Line {
    package var indentation: Int
    package var text: String
    /// Its number in the text, from 1.
    package var number: Int
    /// Why it can't be typed; nil if it can.
    package var refusal: String?

    /// Whether it begins a function, which is a stack of its own.
    package var definesFunction: Bool { PastedNames.function(definedBy: text) != nil }
  }

  package private(set) var lines: [Line] = []

  /// Whether they may be a program of another language; Blockly's files begin with a bracket.
  package var isOtherLanguage: Bool { lines.count > 1 && lines[0].text.first.map { !"<{".contains($0) } ?? false }

  /// A longer text would keep users waiting.
  package static let most = 200
  /// Statements and loops are not looked for in a longer text, in bytes, or in more lines: lines are read several times.
  private static let longestProgram = 40_000
  private static let mostRead = 2 * most

  package init(_ text: String) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var columns = 0
      for character in line.prefix(while: \.isWhitespace) {
        columns = character == "\t" ? (columns / 8 + 1) * 8 : columns + 1
      }
      let text = line.drop(while: \.isWhitespace)
      if !text.isEmpty { lines.append(Line(indentation: columns, text: String(text), number: index + 1)) }
    }
    if text.utf8.count <= Self.longestProgram, lines.count <= Self.mostRead {
      let statements = PastedInlineBodies(PastedStatements(lines).lines).lines
      lines = PastedLoops(PastedMistakes(PastedFunctions(statements).lines).lines).lines
    }
  }
}
