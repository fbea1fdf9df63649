/// Lines that stand for several statements, or for another one.
extension LineReader {
  /// Returns the assignments of a declaration of several variables: `let a = 1, b = 2;`. A variable without a value
  /// needs none.
  /// - Returns: nil for any other line.
  func assignments(declaredIn line: String) -> [String]? {
    let tokens = LineTokens(line.last == ";" ? String(line.dropLast()) : line)
    guard tokens.indices.count > 1, case let word = tokens.text(0),
      Self.declaringWords.contains(word) || library.typeWords.contains(word)
    else { return nil }
    let variables = tokens.parts(of: 1..<tokens.indices.upperBound, separatedBy: [","])
    guard variables.count > 1 else { return nil }
    var assignments: [String] = []
    for variable in variables {
      guard let name = variable.first, [.word, .name].contains(tokens[name].kind) else { return nil }
      if variable.count == 1 { continue }
      guard variable.count > 2, tokens.sign(name + 1) == "=", tokens.sign(name + 2) != "=" else { return nil }
      assignments.append(tokens.text(variable))
    }
    return assignments
  }

  /// Returns the assignments of a line to several variables: `a, b = b, a`, `x = y = 0`.
  /// - Returns: nil for any other line, and for one with the value of a variable that isn't set yet.
  func assignments(in line: String) -> [String]? {
    let parts = assignmentsApart(line)
    return parts.count > 1 && unsetName(in: line) == nil ? parts : nil
  }

  private func assignmentsApart(_ line: String) -> [String] {
    SeveralAssignments.parts(of: line) { names.variables.contains($0.lowercased()) }
  }

  /// Returns the first variable whose value a line with several assignments needs, and that isn't set; nil for none.
  func unsetName(in line: String) -> String? {
    let parts = assignmentsApart(line)
    guard parts.count > 1 else { return nil }
    var known = names.variables
    for part in parts {
      guard let sign = part.firstIndex(of: "=") else { return nil }
      let unset = Self.names(in: String(part[sign...])).first {
        !$0.isCalled && !known.contains($0.name.lowercased()) && !isKeyword($0.name)
          && !["True", "False", "None", "true", "false", "null"].contains($0.name)
      }
      if let unset { return unset.name }
      known.insert(String(part[..<sign]).trimmingSpaces.lowercased())
    }
    return nil
  }

  private static let declaringWords: Set<String> = ["let", "var", "const"]

  /// Returns the assignments of a line that reads a variable: `lies name`, `INPUT x`. It is a number, unless the program
  /// uses it as a text.
  /// - Returns: the likeliest one first; empty for any other line.
  func inputs(of line: String) -> [String] {
    let tokens = LineTokens(line)
    guard tokens.indices.count == 2, library.readingWords.contains(tokens.text(0).lowercased()),
      [.word, .name].contains(tokens[1].kind)
    else { return [] }
    let name = tokens.text(1)
    let readings = ["\(name) = int(input(\"? \"))", "\(name) = input(\"? \")"]
    return names.kinds.kind(ofVariable: name) == .text ? readings.reversed() : readings
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
}
