/// A pasted program of another language, which is entered line by line as if it were typed.
package struct PastedLines {
  /// A line that isn't empty, and the columns before its text.
  package struct Line {
    package var indentation: Int
    package var text: String
    /// The line's number in the pasted text.
    package var number: Int
    /// The reason why the line can't be typed; nil if it can.
    package var refusal: String?
    /// The function whose body follows this line, if it is defined above without a body; otherwise nil.
    package var resumedFunction: String?

    /// Whether the line begins a function, which is a separate stack.
    package var definesFunction: Bool { ["def ", "function "].contains(where: text.hasPrefix) }

    /// Returns the line with another text.
    func saying(_ text: String) -> Line {
      Line(indentation: indentation, text: text, number: number, refusal: refusal)
    }
  }

  package private(set) var lines: [Line] = []
  /// The number of lines of the text, up to the last one that isn't empty.
  package private(set) var count = 0
  /// A remark on a difference from the pasted program's language; nil for none.
  package private(set) var remark: String?

  /// Whether the lines may be a program of another language; Blockly's files begin with a bracket.
  package var isOtherLanguage: Bool { lines.count > 1 && lines[0].text.first.map { !"<{".contains($0) } ?? false }

  /// The maximum number of lines. A longer text would keep users waiting.
  package static let most = 200
  /// The maximum length in bytes and in lines of a text in which statements and loops are recognised: this reads lines
  /// several times.
  private static let longestProgram = 40_000
  private static let mostRead = 2 * most

  package init(_ text: String) {
    let source = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) }
    for (index, line) in Self.withShortComments(Self.withoutMargin(source)).enumerated() {
      let text = line.drop(while: \.isWhitespace)
      if text.isEmpty { continue }
      let columns = LineReader.indentation(of: line)
      lines.append(Line(indentation: columns, text: String(text), number: index + 1))
    }
    alignComments()
    count = source.lastIndex { !$0.allSatisfy(\.isWhitespace) }.map { $0 + 1 } ?? 0
    if text.utf8.count <= Self.longestProgram, lines.count <= Self.mostRead {
      let statements = PastedStatements(PastedBodies.withBraces(lines)).lines
      lines = PastedBodies(PastedInlineBodies(statements).lines).lines
      let functions = PastedFunctions(PastedMistakes(lines).lines)
      (lines, remark) = (PastedLoops(functions.lines).lines, functions.remark)
    }
  }

  /// Indents comments like the line below them, or before a branch like the body above, so that they don't end a body.
  private mutating func alignComments() {
    for index in lines.indices.reversed() where ["#", "//"].contains(where: lines[index].text.hasPrefix) {
      guard let next = lines.dropFirst(index + 1).first else { continue }
      let endsBody = ["}", "else", "elif"].contains(where: next.text.hasPrefix)
      let above = lines[..<index].last { !$0.text.hasPrefix("#") && !$0.text.hasPrefix("//") }
      lines[index].indentation = endsBody ? above?.indentation ?? next.indentation : next.indentation
    }
  }

  /// Returns lines with `#` before each line of a longer comment: `/*` … `*/`.
  private static func withShortComments(_ lines: [String]) -> [String] {
    var isInside = false
    return lines.map { line in
      var text = line.drop(while: \.isWhitespace)
      if text.hasPrefix("/*"), !text.dropFirst(2).contains("*/") {
        isInside = true
        text = text.dropFirst(2)
      } else if !isInside {
        return line
      }
      if let end = text.firstRange(of: "*/") {
        isInside = false
        text = text[..<end.lowerBound]
      }
      text = text.drop { $0 == "*" || $0.isWhitespace }
      return text.isEmpty ? "" : line.prefix(while: \.isWhitespace) + "# " + text
    }
  }

  /// Returns lines without line numbers, or without the prompts and the output of Python's interpreter.
  private static func withoutMargin(_ lines: [String]) -> [String] {
    let prompts = [">>> ", "... "]
    if lines.contains(where: { $0.hasPrefix(prompts[0]) }) {
      return lines.map { line in prompts.contains(where: line.hasPrefix) ? String(line.dropFirst(4)) : "" }
    }
    let written = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    let rests = lines.map { line in
      let rest = line.drop { $0 == " " }.drop(while: \.isNumber)
      return rest.first == "." || rest.first == ":" ? rest.dropFirst() : rest
    }
    let areNumbered =
      written.count > 1
      && zip(lines, rests).allSatisfy { line, rest in
        line.allSatisfy(\.isWhitespace)
          || line.first { $0 != " " }?.isNumber == true && rest.first.map { $0 == " " || $0 == "\t" } ?? true
      }
    return areNumbered ? rests.map { String($0) } : lines
  }
}
