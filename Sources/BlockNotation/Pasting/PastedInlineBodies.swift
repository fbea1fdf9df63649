/// Splits lines of a pasted program that contain a body: `if x > 3: return 1`, `if (x > 3) return 1; else x++;`,
/// `while (x > 3) { x--; }`. Each statement of the body gets its own line.
struct PastedInlineBodies {
  typealias Line = PastedLines.Line

  private(set) var lines: [Line] = []

  init(_ pasted: [Line]) {
    for line in pasted {
      var depth = 0
      for part in Self.parts(betweenBraces: line.text) {
        let isClosing = part.first == "}"
        if isClosing { depth = max(0, depth - 1) }
        add(part, at: line.indentation + depth, of: line)
        if part.last == "{" { depth += 1 }
      }
    }
  }

  private mutating func add(_ text: String, at indentation: Int, of line: Line) {
    func made(_ text: String, at indentation: Int) -> Line {
      Line(indentation: indentation, text: text, number: line.number, refusal: line.refusal)
    }
    var (text, indentation) = (text, indentation)
    while let (head, body) = Self.headAndBody(of: text) {
      lines.append(made(head, at: indentation))
      indentation += 1
      text = body
    }
    // A body may have several statements.
    let isWhole = text == line.text
    for part in isWhole ? [text] : PastedStatements.parts(of: text) { lines.append(made(part, at: indentation)) }
  }

  // MARK: - Braces

  /// Splits a line at the braces of bodies, each of which is at the end or the beginning of a part. Returns the line
  /// itself if there is none.
  private static func parts(betweenBraces line: String) -> [String] {
    var parts: [String] = []
    var part = ""
    func end() {
      let text = part.trimmingSpaces
      if !text.isEmpty { parts.append(text) }
      part = ""
    }
    // The depth of brackets, and of braces that don't enclose a body.
    var depth = 0
    var signs = TextSigns()
    var isComment = false
    for character in line {
      let isSign = signs.isSign(character)
      isComment = isComment || isSign && (character == "#" || part.hasSuffix("/") && character == "/")
      guard isSign, !isComment else {
        part.append(character)
        continue
      }
      switch character {
      case "(", "[": depth += 1
      case "{" where depth > 0 || !beginsBody(behind: part): depth += 1
      case ")" where depth > 0, "]" where depth > 0, "}" where depth > 0: depth -= 1
      case "{":
        part.append(character)
        end()
        continue
      case "}": end()
      default: break
      }
      // Skip a semicolon directly after the brace of a body.
      if part == "}", depth == 0, character == ";" { continue }
      part.append(character)
    }
    end()
    // A single brace at either end separates nothing.
    return parts.count > 1 ? parts.flatMap(Self.withoutStatementBehindBrace) : [line]
  }

  private static func beginsBody(behind text: String) -> Bool {
    let text = text.trimmingSpaces
    guard let last = text.last else { return true }
    if last == ")" { return true }
    let words = text.split { !$0.isLetter }
    let heads: Set<Substring> = [
      "if", "else", "elif", "for", "while", "repeat", "forever", "function", "def", "to", "do",
    ]
    return (last.isLetter || last.isNumber) && words.contains { heads.contains($0) }
      && !["return", "in"].contains(words.last)
  }

  /// Returns `} x = 5` as two parts; `} else {` and `} while (x)` stay one.
  private static func withoutStatementBehindBrace(_ part: String) -> [String] {
    guard part.first == "}", part.count > 1 else { return [part] }
    let rest = String(part.dropFirst()).trimmingSpaces
    let goesOn = ["else", "elif", "while", "until", "catch", "finally", ")", ",", ";"].contains { rest.hasPrefix($0) }
    return goesOn ? [part] : ["}", rest]
  }

  // MARK: - Heads

  /// Returns the head and the body of a line that has both; nil for any other line.
  private static func headAndBody(of line: String) -> (head: String, body: String)? {
    let words = line.lowercased().prefix(20).split { !$0.isLetter }
    let heads: Set<Substring> = ["if", "elif", "elseif", "while", "for", "else", "def"]
    guard let first = words.first, heads.contains(first), line.first != "#" else { return nil }
    var depth = 0
    var signs = TextSigns()
    let isElseAlone = first == "else" && words.dropFirst().first != "if"
    for (index, character) in zip(line.indices, line) where signs.isSign(character) {
      switch character {
      case "(", "[", "{": depth += 1
      case ")" where depth == 1 && first != "def" && !isElseAlone:
        let body = String(line[line.index(after: index)...]).trimmingSpaces
        // Only parentheses directly after the word contain the condition.
        let condition = String(line.prefix { $0 != "(" }).trimmingSpaces
        let isCondition = ["if", "while", "for", "else if", "} else if", "elseif", "elif"].contains(
          condition.lowercased())
        if isCondition, isStatement(body) { return (String(line[...index]), body) }
        depth -= 1
      case ")", "]", "}": depth -= 1
      case "?" where depth == 0, "#": return nil
      case ":" where depth == 0:
        let body = String(line[line.index(after: index)...]).trimmingSpaces
        let isAlone = body.isEmpty || body.first == "#" || body.first == "=" || body.hasPrefix("//")
        return isAlone ? nil : (String(line[...index]), body)
      default: break
      }
    }
    guard isElseAlone, let range = line.firstRange(of: "else") else { return nil }
    let body = String(line[range.upperBound...]).trimmingSpaces
    return isStatement(body) ? (String(line[..<range.upperBound]), body) : nil
  }

  /// Whether the text after a condition in parentheses is a statement, and doesn't continue the condition.
  private static func isStatement(_ text: String) -> Bool {
    if text.hasSuffix(":") || text.hasSuffix("{") { return false }
    if text.hasPrefix("++") || text.hasPrefix("--") { return true }
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    let joining: Set<String> = ["and", "or", "not", "is", "in", "then", "do", "xor", "times"]
    guard let first = word.first, !first.isNumber, !joining.contains(word.lowercased()) else { return false }
    let statements: Set<Substring> = ["return", "break", "continue", "if", "for", "while", "let", "var", "const"]
    if statements.contains(word) { return true }
    let rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    if rest.hasPrefix("=="), !rest.isEmpty { return false }
    return ["(", "=", "+=", "-=", "*=", "/=", "%=", "++", "--", ".", "[", "\"", "'"].contains { rest.hasPrefix($0) }
  }
}
