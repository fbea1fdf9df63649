/// A line of code, joined with the following lines that begin with a dot.
struct Statement {
  /// The number of its first line.
  let line: Int
  private(set) var text: String

  static func all(in file: SourceFile) -> [Statement] {
    var statements: [Statement] = []
    for (index, line) in file.code.enumerated() {
      let trimmed = line.trimmingPrefix { $0 == " " }
      if trimmed.first == ".", !statements.isEmpty {
        statements[statements.count - 1].text += trimmed
      } else {
        statements.append(Statement(line: index + 1, text: line))
      }
    }
    return statements
  }

  private nonisolated(unsafe) static let subscripts = #/\[(?:[^\[\]]|\[[^\[\]]*\])*\]/#
  private nonisolated(unsafe) static let target = #/(?:\w+|[)\]}])(?:[?!]|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|\.\w+)+/#
  private nonisolated(unsafe) static let assignment = #/\s*(?:&&|\|\||[-+*\/%&|^])?=(?!=)/#

  /// The properties that the statement changes, directly or in part: `a.b[c]?.d = e`, `a.b.append(c)`, `&a.b`. Those of
  /// `self` don't count.
  func writes(to properties: Set<String>) -> [String] {
    // A quick check: most lines name none of them.
    guard text.utf8.split(whereSeparator: { !$0.isNameByte }).contains(where: { properties.contains(String($0) ?? "") })
    else { return [] }
    return text.matches(of: Self.target).flatMap { match -> [String] in
      var members = match.output.replacing(Self.subscripts, with: "").split(separator: ".").map {
        $0.filter { $0 != "?" && $0 != "!" }
      }
      let isHandedOver =
        match.range.lowerBound > text.startIndex && text[text.index(before: match.range.lowerBound)] == "&"
      let rest = text[match.range.upperBound...]
      // The last member before a parenthesis is a method.
      let isMutated = rest.first == "(" && members.popLast().map(Layers.mutatingCalls.contains) == true
      guard isHandedOver || isMutated || rest.prefixMatch(of: Self.assignment) != nil else { return [] }
      return members.dropFirst(members.first == "self" ? 2 : 1).filter(properties.contains)
    }
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    self == UInt8(ascii: "_") || self >= 0x80 || Character(UnicodeScalar(self)).isLetter
      || Character(UnicodeScalar(self)).isNumber
  }
}
