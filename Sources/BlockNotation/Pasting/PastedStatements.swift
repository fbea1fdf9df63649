/// Makes one line of each statement of a pasted program: those that go on in the next line are put together, and those
/// that share a line are parted.
struct PastedStatements {
  typealias Line = PastedLines.Line

  private(set) var lines: [Line] = []

  init(_ pasted: [Line]) {
    var rest = pasted[...]
    while let first = rest.first {
      let count = Self.length(ofTextIn: rest) ?? Self.lengthOfStatement(in: rest) ?? 1
      let texts = rest.prefix(count).map(\.text)
      rest = rest.dropFirst(count)
      var whole = count > 1 ? Self.joined(texts) : first.text
      if let comment = Self.takeComment(of: &whole) {
        lines.append(Line(indentation: first.indentation, text: "# \(comment)", number: first.number))
      }
      for part in Self.parts(of: whole).flatMap({ PastedAssignments.parts(of: $0, in: pasted) }) {
        let text = Self.emptyPrints.contains(part.lowercased()) ? "print(\"\")" : part
        lines.append(Line(indentation: first.indentation, text: text, number: first.number))
      }
    }
  }

  /// What prints a line without anything in it.
  private static let emptyPrints: Set = [
    "print", "print;", "print()", "print();", "console.log()", "console.log();",
  ]

  /// How many lines a text alone takes, which documents a function; nil if no such text begins.
  private static func length(ofTextIn lines: ArraySlice<Line>) -> Int? {
    guard let first = lines.first?.text, let mark = ["\"\"\"", "'''"].first(where: first.hasPrefix) else { return nil }
    if first.dropFirst(mark.count).contains(mark) { return 1 }
    return lines.dropFirst().firstIndex { $0.text.contains(mark) }.map { $0 - lines.startIndex + 1 }
  }

  /// How many lines the first statement takes; nil if its brackets stay open.
  private static func lengthOfStatement(in lines: ArraySlice<Line>) -> Int? {
    var depth = 0
    let declares = lines.first.map { line in ["let ", "var ", "const "].contains(where: line.text.hasPrefix) } ?? false
    for (index, line) in lines.enumerated() {
      let signs = LineSigns(line.text)
      if signs.endsInText { return nil }
      depth += signs.depth
      if depth <= 0, !signs.goesOn, !declares || !signs.endsInComma { return index + 1 }
      // What follows these signs may be a divisor.
      if signs.hasSlashes { return nil }
    }
    return nil
  }

  /// Takes the comment behind a statement: it is typed before it. `//` could be a divisor where no sign ends the statement.
  private static func takeComment(of line: inout String) -> String? {
    let signs = LineSigns(line)
    guard let start = signs.comment ?? signs.slashes, start > line.startIndex else { return nil }
    var statement = line[..<start]
    while statement.last?.isWhitespace == true { statement.removeLast() }
    guard let last = statement.last, signs.comment != nil || ";{}".contains(last) else { return nil }
    let comment = line[start...].drop { "#/ ".contains($0) }
    line = String(statement)
    // No block is what a function returns.
    return comment.isEmpty || statement.hasPrefix("return") ? nil : String(comment)
  }

  /// Several lines as one, without the comments behind them.
  private static func joined(_ texts: [String]) -> String {
    var whole = ""
    for (index, text) in texts.enumerated() {
      let signs = LineSigns(text)
      let isLast = index == texts.count - 1
      var part = isLast ? text[...] : text[..<(signs.comment ?? text.endIndex)]
      if signs.goesOn { part = part.dropLast() }
      while part.last?.isWhitespace == true { part.removeLast() }
      let isClosing = part.first.map { ")]".contains($0) } ?? false
      // The last item may have a comma behind it.
      if isClosing, whole.last == "," { whole.removeLast() }
      let isGlued = isClosing || whole.isEmpty || whole.last.map { "([".contains($0) } ?? false || part.isEmpty
      whole += isGlued ? part : " " + part
    }
    return whole
  }

  /// The statements of a line. Those behind a colon or in braces stay: they are in the body of the first one.
  static func parts(of line: String) -> [String] {
    let signs = LineSigns(line)
    if signs.semicolons.isEmpty || signs.opensBody || signs.endsInText || LineReader.hasBasicSemicolons(line) {
      return [line]
    }
    var parts: [String] = []
    var start = line.startIndex
    let isLoop = ["for ", "for(", "while ", "while("].contains(where: line.hasPrefix)
    for end in signs.semicolons + [line.endIndex] {
      // A branch of what is in the loop.
      if isLoop, end < line.endIndex, line[line.index(after: end)...].drop(while: \.isWhitespace).hasPrefix("else ") {
        continue
      }
      let part = line[start..<end].drop(while: \.isWhitespace)
      // Other languages end a line with one.
      if !part.isEmpty { parts.append(String(part)) }
      start = end == line.endIndex ? end : line.index(after: end)
    }
    return parts.count > 1 ? parts : [line]
  }
}

/// The signs of a line of another language that are in none of its texts.
struct LineSigns {
  /// How many brackets stay open; negative if more are closed.
  private(set) var depth = 0
  /// Those outside of all brackets.
  private(set) var semicolons: [String.Index] = []
  /// Where a comment begins; nil if there is none.
  private(set) var comment: String.Index?
  private(set) var slashes: String.Index?
  var hasSlashes: Bool { slashes != nil }
  /// Whether a colon or brace outside of brackets says that a body follows.
  private(set) var opensBody = false
  /// Whether a text isn't closed.
  private(set) var endsInText = false
  /// Whether the last sign says that the next line belongs to this one.
  private(set) var goesOn = false
  private(set) var endsInComma = false

  init(_ line: String) {
    var text = TextSigns()
    var last: Character = " "
    for (index, character) in zip(line.indices, line) {
      defer { last = character }
      if !text.isSign(character) { continue }
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case ":" where depth == 0, "{", "}": opensBody = true
      case ";" where depth == 0: semicolons.append(index)
      case "/" where last == "/": slashes = line.index(before: index)
      case "#":
        comment = index
        return
      default: break
      }
      if hasSlashes { return }
    }
    endsInText = text.isOpen
    goesOn = last == "\\" && !text.isOpen
    endsInComma = !text.isOpen && line.last { !$0.isWhitespace } == ","
  }
}
