/// A program as text, in the words of any language: its statements, one a line.
package struct TextProgram {
  /// The text of a statement or comment, or of the head of one with a body, and the columns before it.
  package struct Statement {
    package var indentation: Int
    package var text: String
    /// The number of its first line in the text.
    package var number: Int
    /// The reason why it can't become blocks; nil if it can.
    package var refusal: String?
    /// Whether the text stays as code, because there are no blocks for it.
    package var isCode = false
    /// The function whose body follows, if it is defined above without a body; otherwise nil.
    package var resumedFunction: String?

    /// Whether it begins a function, which is a separate stack.
    package var definesFunction: Bool { ["def ", "function "].contains(where: text.hasPrefix) }

    /// Returns the statement with another text.
    func saying(_ text: String) -> Statement {
      Statement(indentation: indentation, text: text, number: number, refusal: refusal, isCode: isCode)
    }
  }

  package internal(set) var statements: [Statement] = []
  /// The number of lines of the text, up to the last one that isn't empty.
  package internal(set) var count = 0
  /// The numbers of the lines that begin a stack: those that aren't indented, and that follow two empty lines.
  package internal(set) var stackStarts: Set<Int> = []
  /// The number of lines that became part of the statements above them.
  package internal(set) var joinedCount = 0
  /// A remark on a difference from the program's language; nil for none.
  package private(set) var remark: String?
  /// The numbers of the functions whose variables change while they call themselves, as variables of blocks are global.
  package private(set) var recursive: Set<Int> = []

  /// Whether it may be a program in another language; Blockly's files begin with a bracket.
  package var isOtherLanguage: Bool {
    statements.count > 1 && statements[0].text.first.map { !"<{".contains($0) } ?? false
  }

  /// The maximum number of pasted statements. More would keep users waiting.
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
      if let last = statements.last, index - last.number > 1, columns == 0 { stackStarts.insert(index + 1) }
      statements.append(Statement(indentation: columns, text: String(text), number: index + 1))
    }
    statements = GeneratedFunctions(statements).lines
    alignComments()
    count = source.lastIndex { !$0.allSatisfy(\.isWhitespace) }.map { $0 + 1 } ?? 0
    if text.utf8.count <= Self.longestProgram, statements.count <= Self.mostRead {
      separate()
    }
  }

  /// Finds the statements and bodies in the lines.
  mutating func separate() {
    let separate = InlineBodies(StatementLines(BodyIndentation.withBraces(statements)).lines).lines
    let functions = FunctionOrder(ProgramMistakes(BodyIndentation(separate).lines).lines)
    let returns = ConditionalReturns(TestedLoops(functions.lines).lines)
    (statements, joinedCount) = (returns.lines, returns.joinedCount)
    (remark, recursive) = (functions.remark, functions.recursive)
  }

  /// Indents comments like the line below them, or before a branch like the body above, so that they don't end a body.
  mutating func alignComments() {
    for index in statements.indices.reversed() where ["#", "//"].contains(where: statements[index].text.hasPrefix) {
      guard let next = statements.dropFirst(index + 1).first else { continue }
      let endsBody = ["}", "else", "elif"].contains(where: next.text.hasPrefix)
      let above = statements[..<index].last { !$0.text.hasPrefix("#") && !$0.text.hasPrefix("//") }
      statements[index].indentation = endsBody ? above?.indentation ?? next.indentation : next.indentation
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
