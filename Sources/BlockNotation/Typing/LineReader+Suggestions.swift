/// Suggestions for words and signs of other languages that have no block.
extension LineReader {
  /// Returns the reason why a line can't be read and what to type instead; nil if it has no such words and signs.
  func suggestion(for line: String, as kind: LineKind) -> String? {
    guard isTyped else { return nil }
    let tokens = LineTokens(line)
    // Words and signs in texts mean nothing.
    let bare = Self.withoutTexts(tokens)
    if let name = unsetName(in: line) { return "the variable “\(name)” isn't set yet" }
    return (kind == .statement ? inputOrOutput(line.trimmingSpaces, bare) ?? Self.loop(bare) ?? statement(bare) : nil)
      ?? Self.suggestion(forSignsIn: bare) ?? Self.words(in: bare)
  }

  /// Returns a line with an empty text in place of each one.
  private static func withoutTexts(_ tokens: LineTokens) -> String {
    tokens.replacing { tokens[$0].kind == .text ? "\"\"" : nil }.trimmingSpaces
  }

  /// Returns why a line isn't complete that ends in an operator: `x = 3 +`.
  package static func missingValue(in line: String) -> String {
    line.trimmingSpaces.last == "%" ? suggestion(forSignsIn: line.trimmingSpaces) ?? missingValue : missingValue
  }

  private static let missingValue = "a value is missing"

  // MARK: - Input and output

  private func inputOrOutput(_ line: String, _ bare: String) -> String? {
    if let match = bare.firstMatch(of: /^(?:std::)?cin\s*>>\s*(\w+)/) { return reads(String(match.output.1)) }
    if bare.firstMatch(of: /^(?:std::)?cout\b/) != nil {
      var values = LineTokens(line.last == ";" ? String(line.dropLast()) : line).line.split(separator: "<<").dropFirst()
        .map { String($0).trimmingSpaces }
      values.removeAll { ["endl", "std::endl", "\"\\n\"", "'\\n'", ""].contains($0) }
      return "there is no block for cout; write print(\(values.joined(separator: ", ")))"
    }
    if let match = bare.firstMatch(of: /^scanf\s*\(.*&\s*(\w+)/) { return reads(String(match.output.1)) }
    if let match = line.wholeMatch(of: /(?:System\.out\.|fmt\.|std::)?(?:printf|Printf|print_f|format)\((.*)\);?/) {
      return Self.call(printing: String(match.output.1)).map { "write \($0)" }
    }
    if let match = bare.firstMatch(
      of:
        /^(?:\w+\s+)?(\w+)\s*=(?:.*[.\s])?(ReadLine|readLine|nextLine|readline|gets|nextInt|nextDouble|nextFloat)\(/
    ) {
      let (name, word) = (match.output.1, match.output.2)
      return
        "there is no block for \(word); write \(name) = \(word.hasPrefix("next") && word != "nextLine" ? "int(input())" : "input()")"
    }
    return nil
  }

  private func reads(_ name: String) -> String {
    "to read a number, write \(name) = int(input()); to read a text, \(name) = input()"
  }

  /// Returns the call that prints what `printf("%d: %s\n", x, name)` does; nil for other inputs.
  private static func call(printing inputs: String) -> String? {
    let tokens = LineTokens(inputs)
    var values = tokens.parts(of: tokens.indices, separatedBy: [","]).map(tokens.text)
    guard let first = values.first, let mark = first.first, "\"'".contains(mark), first.last == mark
    else { return nil }
    values.removeFirst()
    var parts: [String] = []
    var rest = Substring(first.dropFirst().dropLast().replacing("\\n", with: ""))
    func add(_ text: Substring) {
      let text = String(text).trimmingSpaces
      if !text.isEmpty { parts.append("\(mark)\(text)\(mark)") }
    }
    while let match = rest.firstMatch(of: /%[-+0#]*\d*(?:\.(\d+))?[hlzL]*([diufFsceEgGxXp])/) {
      guard !values.isEmpty else { return nil }
      add(rest[..<match.range.lowerBound])
      let value = values.removeFirst()
      parts.append(match.output.1.map { "round(\(value), \($0))" } ?? value)
      rest = rest[match.range.upperBound...]
    }
    add(rest)
    return "print(\(parts.joined(separator: ", ")))"
  }

  // MARK: - Loops

  /// Returns what to type instead of a loop in other words: `for x, y in pairs`, `count from 1 to 10`.
  private static func loop(_ line: String) -> String? {
    if let match = line.firstMatch(of: /^for\s*\(?\s*(\w+)\s*,\s*(\w+)\s*\)?\s+in\s+(.+?)\s*[:\x7B]?$/) {
      let (first, second, list) = (match.output.1, match.output.2, match.output.3)
      if let items = list.wholeMatch(of: /enumerate\((.+)\)/) {
        return
          "a loop has one variable: for \(first) in range(len(\(items.output.1))), then \(second) = \(items.output.1)[\(first)]"
      }
      if let items = list.wholeMatch(of: /zip\(([^,]+),\s*([^,]+)\)/) {
        return "a loop has one variable: for i in range(len(\(items.output.1))), then \(first) = \(items.output.1)[i]"
      }
      if list.hasSuffix(".items()") {
        return "there is no block for a dictionary; two lists can have its keys and values"
      }
      return "a loop has one variable: for item in \(list), then \(first) = item[0] and \(second) = item[1]"
    }
    if line.lowercased().hasPrefix("count with") { return nil }
    if let match = line.firstMatch(
      of:
        /(?i)^(?:count|loop|go|repeat|let|for\s+(?:each|every|all|the|numbers?|integers?)|print|show|display|say|output|write)\b[a-z ]*?\b(?:from\s+)?(-?\w+)\s+(?:to|until|through|down to|downto)\s+(-?\w+)/
    ),
      match.output.1.first?.isNumber == true || match.output.1.first == "-" || line.contains(" from ")
    {
      let isPrinted = line.firstMatch(of: /(?i)^(?:print|show|display|say|output|write)/) != nil
      let loop = "write for i from \(match.output.1) to \(match.output.2)"
      return isPrinted ? loop + ", then print(i) in its body" : loop
    }
    if let match = line.firstMatch(of: /(?i)^(?:count|loop|for\s+\w+)\s+(?:up\s+)?to\s+(\w+)/) {
      let name = line.firstMatch(of: /^for\s+(\w+)/)?.output.1 ?? "i"
      return "the loop needs its first number: for \(name) from 1 to \(match.output.1)"
    }
    if line.contains("..") || line.contains(" in "),
      let match = line.firstMatch(
        of:
          /^for\s*\(?\s*(\w+)\s*(?:\bin\b|\bfrom\b|:?=)\s*(?:range)?[(\[]?\s*([\w+\-*.]+?)\s*(?:\.\.\.?|:|\bto\b)\s*([\w+\-*]+)/
      )
    {
      let (name, start, end) = (match.output.1, match.output.2, match.output.3)
      return "write for \(name) from \(start) to \(end), or range(\(start), \(end)), which ends before \(end)"
    }
    return line.wholeMatch(of: /(\d+)\s+times/).map { "write repeat \($0.output.1) times" }
  }

  /// Returns what to type instead of a condition of unknown words, or of one behind a statement: `if touching edge`,
  /// `print(x) if x > 3`.
  private func statement(_ line: String) -> String? {
    if let match = line.wholeMatch(of: /((?:print|say)\b.+|\w+\s*[-+*\/]?=[^=].*)\s(if|while|unless)\s+(.+)/),
      !line.contains(" else ")
    {
      return "the condition comes first: \(match.output.2) \(match.output.3):, and the statement in its body"
    }
    guard
      let match = line.wholeMatch(
        of: /(?i)(?:if|elif|else if|while|until|repeat until|wait until)\s+(.+?)\s*(?:then|do|[:\x7B])?/)
    else { return nil }
    let condition = match.output.1
    let words = condition.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) }
    let isKnown = words.contains { word in
      names.variables.contains(word.lowercased()) || functions[word] != nil || isKeyword(word.lowercased())
    }
    guard words.count > 1, !isKnown, !condition.contains(where: { "<>=!+*/%&|.([{\"'^-:".contains($0) || $0.isNumber })
    else { return nil }
    return "“\(condition)” isn't known; a condition compares values, such as x > 3"
  }

  // MARK: - Signs and words

  /// Returns what to type instead of a sign that blocks don't have: `~=`, `|x|`, `50%`, `5!`.
  package static func suggestion(forSignsIn line: String) -> String? {
    let line = withoutTexts(LineTokens(line))
    if line.contains("~=") || line.contains("=/=") || line.contains("=!") && !line.contains("=!=")
      || line.contains("! =")
    {
      return "for “not equal”, write !=, as in x != 5"
    }
    if line.firstMatch(of: /=\s+=/) != nil { return "for “equal”, write == without a blank" }
    if !line.contains("||"), let match = line.firstMatch(of: /\|\s*([^|]+?)\s*\|/) {
      return "for the absolute value, write abs(\(match.output.1))"
    }
    if let match = line.firstMatch(of: /([\w.]+)\s*%\s*(?:of\s+(\w+))?/),
      match.output.2 != nil || line[match.range.upperBound...].first.map({ ")]:;,{+-*/<>=".contains($0) }) ?? true
    {
      return match.output.2.map { "“%” gives a remainder; for a percentage, write \($0) * \(match.output.1) / 100" }
        ?? "“%” gives a remainder; for \(match.output.1) percent, write \(match.output.1) / 100"
    }
    if let match = line.firstMatch(of: /(\w+|\))!(?=$|[\s)\];,:+\-*\/])/) {
      let name = match.output.1 == ")" ? "" : " \(match.output.1)!"
      return "there is no block for a factorial\(name.isEmpty ? "" : ", as in")\(name); a loop can multiply"
    }
    if let match = line.firstMatch(of: /\[\s*(\w+)\s*\.\.\.?\s*(\w+)\s*\]/) {
      return "write [\(match.output.1):\(match.output.2)] for a part of a list, or range(…) in a loop"
    }
    if let match = line.firstMatch(of: /(\w+)\s*(?:[<>]=?|[=!]=)\s*\w+\s+(and|or|&&|\|\|)\s+([<>]=?|[=!]=)\s*(\w+)/) {
      let word = ["and", "&&"].contains(match.output.2) ? "and" : "or"
      return "each comparison needs both values: \(word) \(match.output.1) \(match.output.3) \(match.output.4)"
    }
    return nil
  }

  /// Returns what to type instead of words for a calculation: `x squared`, `x to the power of 2`.
  private static func words(in line: String) -> String? {
    if let match = line.firstMatch(of: /(?i)(\w+)\s+(squared|cubed)\b/) {
      return "write \(match.output.1) ^ \(match.output.2.lowercased() == "squared" ? 2 : 3)"
    }
    if let match = line.firstMatch(of: /(?i)\b(square|cube)\s+of\s+(\w+)/) {
      return "write \(match.output.2) ^ \(match.output.1.lowercased() == "square" ? 2 : 3)"
    }
    if let match = line.firstMatch(of: /(?i)(\w+)\s+(?:raised\s+)?to\s+the\s+power\s+(?:of\s+)?(\w+)/) {
      return "write \(match.output.1) ^ \(match.output.2)"
    }
    if let match = line.firstMatch(of: /(?i)(\w+)\s+percent\s+of\s+(\w+)/) {
      return "write \(match.output.2) * \(match.output.1) / 100"
    }
    return nil
  }
}
