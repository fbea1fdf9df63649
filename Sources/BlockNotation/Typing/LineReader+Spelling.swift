/// Normalises spellings of typed lines: other quotation marks, capital letters.
extension LineReader {
  /// Returns the line with straight quotation marks in place of typographic ones, which word processors and web pages
  /// have.
  public static func withStraightQuotes(_ line: String) -> String {
    // Python's triple quotes.
    // With line breaks between them, the text has a block of its own.
    let line = line.contains("\\n") ? line : line.replacing("\"\"\"", with: "\"")
    guard line.contains(where: { closers[$0] != nil || $0 == "’" }) else { return line }
    var result = ""
    // The quotation marks that end the current text; empty outside of texts.
    var ends = ""
    var isStraight = false
    var isEscaped = false
    for (index, character) in zip(line.indices, line) {
      if ends.isEmpty {
        if let closing = closers[character] {
          (ends, isStraight) = (closing, false)
          result.append("\"")
        } else {
          let isApostrophe = character == "'" && result.last?.isLetter == true
          if straight.contains(character), !isApostrophe { (ends, isStraight) = (String(character), true) }
          // Words may contain an apostrophe: “jusqu’à”.
          let isInWord = result.last?.isLetter == true && line[line.index(after: index)...].first?.isLetter == true
          result.append(character == "’" && !isInWord ? "'" : character)
        }
      } else if ends.contains(character), !isEscaped {
        result.append(isStraight ? character : "\"")
        ends = ""
      } else {
        // A quotation mark that doesn't end the text is a part of it.
        if !isStraight, character == "\"" { result.append("\\") }
        result.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return result
  }

  /// Returns the number of columns before the text of a line.
  package static func indentation(of line: String) -> Int {
    line.prefix(while: \.isWhitespace).reduce(0) { $1 == "\t" ? ($0 / 8 + 1) * 8 : $0 + 1 }
  }

  /// Returns the statement of a line, without parts around it that blocks don't have.
  package static func statement(in line: String) -> String {
    // After these signs, two slashes begin a comment.
    if let slashes = LineSigns(line).slashes, let last = line[..<slashes].last(where: { !$0.isWhitespace }),
      ";{".contains(last)
    {
      return "\(statement(in: String(line[..<slashes]).trimmingSpaces)) # \(line[slashes...].dropFirst(2))"
    }
    // Other languages end a line with a semicolon.
    if line.hasPrefix("return"), line.last == ";" { return String(line.dropLast()) }
    return namedFunction(line) ?? withoutMainTest(line)
  }

  /// Returns `main()` of `if __name__ == "__main__": main()`, whose condition always holds; any other line unchanged.
  private static func withoutMainTest(_ line: String) -> String {
    guard line.hasPrefix("if __name__"), line.contains("__main__"), let colon = line.firstIndex(of: ":") else {
      return line
    }
    let rest = String(line[line.index(after: colon)...]).trimmingSpaces
    return rest.isEmpty ? line : rest
  }

  /// The typographic quotation marks that begin a text, with those that end it.
  private static let closers: [Character: String] = [
    "“": "”“", "”": "”", "„": "“”", "«": "»", "»": "«", "‘": "’", "‚": "‘’",
  ]
  private static let straight: Set<Character> = ["\"", "'", "`"]

  /// Returns the line with plain symbols in place of those that word processors and phones write: `5 − 3`, `x ＝ 3`; nil
  /// if it is the same.
  static func withPlainSigns(_ line: String) -> String? {
    let plain = LineTokens(line).mappingOutsideTexts { scalar in
      switch scalar.value {
      case 0x2012...0x2014, 0x2212: "-"
      case 0x3000: " "
      // Full-width characters.
      case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
      default: scalar
      }
    }
    return plain == line ? nil : plain
  }

  /// Returns `double x = 2.5` without its type; nil for any other line. Such a word may also be the name of a function,
  /// so it isn't in a wording.
  func withoutType(_ line: String) -> String? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[2].first == "=", library.typeWords.contains(String(words[0])) else { return nil }
    return "\(words[1]) \(words[2])"
  }

  /// Returns `print "a", x` and `print "a" x` with parentheses around the values; nil for any other line.
  func withBrackets(_ line: String) -> String? {
    let words = line.split(separator: " ", maxSplits: 1)
    guard isTyped, words.count == 2,
      library.phrases.contains(where: { library.types[$0.type] == "text_print" && $0.text == "\(words[0]) _" }),
      case let values = withCommas(String(words[1])), values.contains(",")
    else { return nil }
    return "print(\(values))"
  }

  /// Returns values with a comma between each text and the variable or number beside it.
  private func withCommas(_ line: String) -> String {
    let tokens = LineTokens(line)
    func isText(_ index: Int) -> Bool { tokens[index].kind == .text }
    func isValue(_ index: Int) -> Bool {
      isText(index) || tokens[index].kind == .number
        || tokens[index].kind == .word && names.variables.contains(tokens.text(index).lowercased())
    }
    return tokens.joining { index in
      isText(index - 1) != isText(index) && isValue(index - 1) && isValue(index) ? ", " : nil
    }
  }

  /// Returns the line without blanks between a name and the bracket after it: `print ("a", x)`, `nums [0]`,
  /// `def f (a)`; nil if it is the same.
  func withGluedBrackets(_ line: String) -> String? {
    let tokens = LineTokens(line)
    let isSeparate = tokens.indices.dropFirst().map { index in
      guard let sign = tokens.sign(index), !tokens[index].isGlued, tokens[index - 1].kind == .word else { return false }
      let name = tokens.text(index - 1)
      let isCalled =
        library.callAliases[name] != nil || library.calls[name] != nil || functions[name] != nil
        || index > 1 && ["def", "function", "."].contains(tokens.text(index - 2))
      return sign == "(" ? isCalled : sign == "[" && names.variables.contains(name.lowercased())
    }
    return isSeparate.contains(true) ? tokens.joining { isSeparate[$0 - 1] ? "" : nil } : nil
  }

  /// Returns `gib x zurück` with both words of the return before the value; nil for any other line.
  package func returning(_ line: String) -> String? {
    guard isTyped else { return nil }
    for words in library.returnWords.map({ $0.split(separator: " ") }) where words.count == 2 {
      guard line.lowercased().hasPrefix("\(words[0]) "), line.hasSuffix(" \(words[1])") else { continue }
      let value = String(line.dropFirst(words[0].count).dropLast(words[1].count)).trimmingSpaces
      if !value.isEmpty { return "\(words[0]) \(words[1]) \(value)" }
    }
    return nil
  }

  /// Returns the line with its first word, and all words in capital letters, in lower case, as in `IF x > 3 THEN`; nil
  /// if it is the same. Names of the program don't change.
  func inSmallLetters(_ line: String) -> String? {
    let tokens = LineTokens(line)
    let first = tokens.indices.first { tokens[$0].kind == .word }
    let small = tokens.replacing { index in
      guard tokens[index].kind == .word else { return nil }
      let word = tokens.text(index)
      let isLoud = word.count > 1 && word == word.uppercased()
      let isName = names.variables.contains(word.lowercased()) || functions[word] != nil
      return index == first || isLoud && !isName ? word.lowercased() : nil
    }
    return small == line ? nil : small
  }
}

extension String {
  package var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
