/// Lines with several statements: declarations of several variables, and BASIC's `INPUT` and `PRINT`.
extension LineReader {
  /// Returns the assignments of a declaration of several variables: `let a = 1, b = 2;`. A variable without a value
  /// needs none.
  /// - Returns: nil for any other line.
  func assignments(declaredIn line: String) -> [String]? {
    let parts = LineParts(line, words: library.words)
    guard let word = parts.first, Self.declaringWords.contains(word) || library.typeWords.contains(word) else {
      return nil
    }
    let variables = parts.dropFirst(separatedBy: ",")
    guard variables.count > 1, variables.allSatisfy({ $0.name != nil && ($0.isAlone || $0.hasValue) }) else {
      return nil
    }
    return variables.filter(\.hasValue).map(\.text)
  }

  private static let declaringWords: Set<String> = ["let", "var", "const"]

  /// Returns the meanings of a line of BASIC that reads variables or prints several values: `INPUT "Name? "; name`,
  /// `PRINT a; b`. A variable without `$` is a number, unless the program uses it as a text.
  /// - Returns: the likeliest meaning first; empty for any other line.
  func basicMeanings(of line: String) -> [String] {
    let parts = LineParts(line, words: library.words)
    switch parts.first?.lowercased() {
    case let word? where library.readingWords.contains(word): return inputs(parts)
    case "print": return Self.printed(parts).map { [$0] } ?? []
    default: return []
    }
  }

  /// Returns calls that print each line of a text separately, as texts of blocks have no line breaks: `print("a\nb")`.
  /// - Returns: nil for any other line.
  func printedLines(of line: String) -> [String]? {
    guard let call = ["print(", "console.log(", "alert("].first(where: line.hasPrefix) else { return nil }
    var rest = line.dropFirst(call.count)
    while let last = rest.last, ") ;".contains(last) { rest.removeLast() }
    let text = rest.drop { "fF".contains($0) }
    guard rest.count - text.count < 2, let quote = text.first, "\"'`".contains(quote), text.last == quote,
      text.count > 1
    else { return nil }
    var parts = [""]
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == quote, !isEscaped { return nil }
      if isEscaped, character == "n" {
        parts[parts.count - 1].removeLast()
        parts.append("")
        isEscaped = false
        continue
      }
      parts[parts.count - 1].append(character)
      isEscaped = character == "\\" && !isEscaped
    }
    guard parts.count > 1 else { return nil }
    return parts.map { part in
      // Backquotes without a value in them would be a name.
      let isPlain = quote == "`" && !part.contains("${")
      let mark = isPlain ? "\"" : String(quote)
      return
        "\(call)\(rest.prefix(rest.count - text.count))\(mark)\(isPlain ? part.replacing("\"", with: "\\\"") : part)\(mark))"
    }
  }

  /// Whether a line prints several values with semicolons between them, or reads variables after one. Elsewhere a
  /// semicolon separates statements.
  package static func hasBasicSemicolons(_ line: String) -> Bool {
    let start = line.prefix { $0.isLetter }.lowercased()
    guard start == "print" || start == "input" else { return false }
    let parts = LineParts(line, words: WordTable())
    if start == "print" { return printed(parts) != nil }
    return parts.dropFirst(separatedBy: ";,").dropFirst().allSatisfy(\.isAlone)
  }

  private func inputs(_ parts: LineParts) -> [String] {
    var names = parts.dropFirst(separatedBy: ";,")
    var message = "\"? \""
    if let first = names.first, first.isText {
      message = first.text
      names.removeFirst()
    }
    guard !names.isEmpty, names.allSatisfy(\.isAlone) else { return [] }
    func reading(_ isNumber: (LineParts.Part) -> Bool) -> String {
      names.compactMap { part in
        part.name.map { "\($0) = " + (isNumber(part) ? "int(input(\(message)))" : "input(\(message))") }
      }.joined(separator: "; ")
    }
    let isText = { (part: LineParts.Part) in
      part.isMarkedText || self.names.kinds.kind(ofVariable: part.name ?? "") == .text
    }
    let likeliest = reading { !isText($0) }
    return [likeliest] + [reading { _ in false }, reading { !$0.isMarkedText }].filter { $0 != likeliest }.prefix(1)
  }

  /// Returns the call that prints the values of a line as one text; nil for one value, or for statements with
  /// semicolons.
  private static func printed(_ parts: LineParts) -> String? {
    let values = parts.dropFirst(separatedBy: ";")
    guard values.count > 1, !parts.isCall, values[0].begins,
      values.dropFirst().allSatisfy({ $0.begins && !$0.isStatement })
    else { return nil }
    let texts = values.map { $0.isText ? $0.text : "str(\($0.isAlone ? $0.name ?? "" : $0.text))" }
    return "print(\(texts.joined(separator: " + ")))"
  }

  /// Returns a line without its number, which listings and BASIC have: `10 PRINT "a"`, `2: x = 5`; any other line
  /// unchanged.
  package static func withoutLineNumber(_ line: String) -> String {
    let number = line.prefix(while: \.isNumber)
    let behind = line.dropFirst(number.count)
    let rest = (behind.first == ":" || behind.first == "." ? behind.dropFirst() : behind)
    let text = rest.drop { $0 == " " || $0 == "\t" }
    guard !number.isEmpty, text.count < rest.count else { return line }
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let next = text.dropFirst(word.count).first { $0 != " " }
    let isLoud = word.count > 1 && word == word.uppercased() && word.allSatisfy(\.isLetter)
    let isAssignment = word.first?.isLetter == true && (next == "=" || next == "(")
    return isLoud || isAssignment ? String(text) : line
  }
}

/// The first word of a line, and the parts between separators that are outside of all brackets.
private struct LineParts {
  struct Part {
    var text = ""
    var kinds: [Token.Kind] = []
    var signs: [String] = []
    /// The name that it begins with; nil if it begins with something else.
    var name: String?

    /// Whether the name ends in `$`, as that of a text in BASIC.
    var isMarkedText: Bool { signs.dropFirst().first == "$" }
    /// Whether it is only a name, perhaps with a sign of BASIC.
    var isAlone: Bool { name != nil && (kinds.count == 1 || kinds.count == 2 && ["$", "%"].contains(signs[1])) }
    var isText: Bool { kinds == [.text] }
    var begins: Bool { kinds.first == .text || kinds.first == .number || name != nil || signs.first == "(" }
    /// Whether it is an assignment, `name = value`.
    var hasValue: Bool { name != nil && kinds.count > 2 && signs[1] == "=" && signs[2] != "=" }
    /// Whether it is a statement rather than a value: an assignment, a call, a word before others.
    var isStatement: Bool {
      guard name != nil, kinds.count > 1 else { return false }
      return signs[1] == "=" || signs[1] == "(" || kinds[1] == .word || kinds[1] == .text
    }
  }

  private let bytes: [UInt8]
  private let tokens: [Token]

  init(_ line: String, words: WordTable) {
    bytes = Array(line.utf8)
    tokens = Lexer(bytes, words: words, isTyped: true).tokens.filter { $0.kind != .line && $0.kind != .end }
  }

  var first: String? { tokens.first.flatMap { $0.kind == .word ? text($0) : nil } }

  /// Whether the line is a call: a parenthesis follows the first word.
  var isCall: Bool { tokens.count > 1 && tokens[1].isGlued && text(tokens[1]) == "(" }

  private func text(_ token: Token) -> String {
    String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// Returns the parts after the first word, without a semicolon at the end.
  func dropFirst(separatedBy separators: String) -> [Part] {
    var rest = tokens.dropFirst()
    if let last = rest.last, last.kind == .symbol, text(last) == ";" { rest.removeLast() }
    var parts = [Part()]
    var depth = 0
    var start = rest.first?.start ?? 0
    for token in rest {
      let sign = token.kind == .symbol ? text(token) : ""
      if "([{".contains(sign), !sign.isEmpty { depth += 1 }
      if ")]}".contains(sign), !sign.isEmpty { depth -= 1 }
      if depth == 0, !sign.isEmpty, separators.contains(sign) {
        parts.append(Part())
        start = token.end
        continue
      }
      var part = parts.removeLast()
      if part.kinds.isEmpty, token.kind == .word || token.kind == .name { part.name = text(token) }
      part.kinds.append(token.kind)
      part.signs.append(sign)
      part.text = String(decoding: bytes[Int(start)..<Int(token.end)], as: UTF8.self).trimmingSpaces
      parts.append(part)
    }
    return parts
  }
}
