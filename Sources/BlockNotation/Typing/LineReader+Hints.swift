import BlockModel

/// Removes type hints, which other languages have after names.
extension LineReader {
  /// Returns a line without its type hints: `x: int = 5`, `def f(x: int) -> int:`; nil for a line without any. They may
  /// be half typed.
  func withoutHints(_ line: String) -> String? {
    guard isTyped, line.contains(":") else { return nil }
    return Self.withoutInputHints(line) ?? withoutVariableHint(line)
  }

  private static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private func withoutVariableHint(_ line: String) -> String? {
    guard let colon = line.firstIndex(of: ":"), let sign = line[colon...].firstIndex(of: "=") else { return nil }
    let hint = String(line[line.index(after: colon)..<sign]).trimmingSpaces
    let first = String(hint.prefix { $0.isLetter })
    let words = line[..<colon].split(separator: " ")
    guard (1...2).contains(words.count), words.allSatisfy({ $0.allSatisfy(Self.isInName) }),
      library.typeWords.contains(first), line[line.index(after: sign)...].first != "=",
      hint.allSatisfy({ Self.isInName($0) || "[]<>,.| ?".contains($0) })
    else { return nil }
    return "\(String(line[..<colon]).trimmingSpaces) \(line[sign...])"
  }

  /// The words that begin a function in other languages.
  private static let functionWords: Set<String> = ["def", "function", "func", "fun", "fn"]

  /// Returns the index of the parenthesis that opens a function's inputs.
  private static func inputsStart(of line: String) -> String.Index? {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, functionWords.contains(words[0].lowercased()), let start = words[1].firstIndex(of: "("),
      words[1][..<start].allSatisfy({ isInName($0) || $0 == " " })
    else { return nil }
    return start
  }

  private static func withoutInputHints(_ line: String) -> String? {
    guard let start = inputsStart(of: line) else { return nil }
    var result = line[..<start]
    var depth = 0
    var isHint = false
    var end = line.endIndex
    for (index, character) in zip(line[start...].indices, line[start...]) {
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
      if depth == 0 || depth == 1 && ",=".contains(character) { isHint = false }
      if depth == 1, character == ":" {
        isHint = true
        while result.last == " " { result.removeLast() }
      }
      if !isHint { result.append(character) }
      if depth == 0 {
        end = line.index(after: index)
        break
      }
    }
    // The type that the function returns.
    let rest = String(line[end...]).trimmingSpaces
    let isReturned = rest.hasPrefix("->") || rest.first == ":" && rest.contains { $0.isLetter }
    if isReturned, let last = rest.last, ":{".contains(last) || last.isLetter || last == "]" {
      result += last == "{" ? " {" : last == ":" ? ":" : ""
    } else {
      result += line[end...]
    }
    return result == line ? nil : String(result)
  }

  /// Returns the reason why a function can't have the inputs in a line; nil if they are valid.
  func refusal(ofInputsIn line: String) -> String? {
    if let start = Self.inputsStart(of: line) {
      let hasDefault = (Self.withoutInputHints(line) ?? line)[start...].contains("=")
      return hasDefault ? "function inputs have no defaults: each call gives all values" : nil
    }
    // Scratch shows the inputs of a block after its name.
    let words = line.split(separator: " ")
    guard words.count > 2, words[0].lowercased() == "define",
      words.allSatisfy({ $0.allSatisfy(Self.isInName) })
    else { return nil }
    return "inputs go in brackets: \(words[0]) \(words[1])(\(words.dropFirst(2).joined(separator: ", ")))"
  }
}
