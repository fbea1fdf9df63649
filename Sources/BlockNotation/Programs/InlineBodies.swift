/// Splits lines of a program that contain a body: `if x > 3: return 1`, `if (x > 3) return 1; else x++;`,
/// `while (x > 3) { x--; }`. Each statement of the body gets its own line.
struct InlineBodies {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement] = []

  init(_ program: [Statement]) {
    for line in program {
      if line.isCode {
        lines.append(line)
        continue
      }
      var depth = 0
      for part in Self.parts(betweenBraces: line.text) {
        let isClosing = part.first == "}"
        if isClosing { depth = max(0, depth - 1) }
        add(part, at: line.indentation + depth, of: line)
        if part.last == "{" { depth += 1 }
      }
    }
  }

  private mutating func add(_ text: String, at indentation: Int, of line: Statement) {
    func made(_ text: String, at indentation: Int) -> Statement {
      Statement(indentation: indentation, text: text, number: line.number, refusal: line.refusal)
    }
    var (text, indentation) = (text, indentation)
    while let (head, body) = Self.headAndBody(of: text) {
      lines.append(made(head, at: indentation))
      indentation += 1
      text = body
    }
    // A body may have several statements.
    let isWhole = text == line.text
    for part in isWhole ? [text] : StatementLines.parts(of: text) { lines.append(made(part, at: indentation)) }
  }

  // MARK: - Braces

  /// Splits a line at the braces of bodies, each of which is at the end or the beginning of a part. Returns the line
  /// itself if there is none.
  private static func parts(betweenBraces line: String) -> [String] {
    let tokens = LineTokens(line)
    var parts: [String] = []
    var start = 0
    func end(before index: Int) {
      if start < index { parts.append(tokens.text(start..<index)) }
      start = index
    }
    // The depth of brackets, and of braces that don't enclose a body.
    var depth = 0
    for index in tokens.indices {
      let sign = tokens.sign(index)
      if sign == "#" || tokens.isDouble("/", at: index) { break }
      switch sign {
      case "(", "[": depth += 1
      case "{" where depth > 0 || !beginsBody(behind: tokens.text(start..<index)): depth += 1
      case ")" where depth > 0, "]" where depth > 0, "}" where depth > 0: depth -= 1
      case "{": end(before: index + 1)
      case "}": end(before: index)
      case ";" where depth == 0 && start == index - 1 && tokens.sign(start) == "}":
        // A semicolon may follow the brace of a body.
        end(before: index)
        start = index + 1
      default: break
      }
    }
    end(before: tokens.indices.upperBound)
    // A single brace at either end separates nothing.
    return parts.count > 1 ? parts.flatMap(Self.withoutStatementBehindBrace) : [line]
  }

  private static func beginsBody(behind text: String) -> Bool {
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
    let tokens = LineTokens(line)
    let end = tokens.indices.upperBound
    var depth = 0
    let isElseAlone = first == "else" && words.dropFirst().first != "if"
    for index in tokens.indices {
      let rest = index + 1..<end
      switch tokens.sign(index) {
      case "(", "[", "{": depth += 1
      case ")" where depth == 1 && first != "def" && !isElseAlone:
        // Only parentheses directly after the word contain the condition.
        let condition = String(line.prefix { $0 != "(" }).trimmingSpaces
        let isCondition = ["if", "while", "for", "else if", "} else if", "elseif", "elif"].contains(
          condition.lowercased())
        if isCondition, isStatement(tokens.text(rest)) { return (tokens.text(0..<index + 1), tokens.text(rest)) }
        depth -= 1
      case ")", "]", "}": depth -= 1
      case "?" where depth == 0, "#": return nil
      case ":" where depth == 0:
        let isAlone =
          rest.isEmpty || ["#", "="].contains(tokens.sign(index + 1)) || tokens.isDouble("/", at: index + 2)
        return isAlone ? nil : (tokens.text(0..<index + 1), tokens.text(rest))
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
