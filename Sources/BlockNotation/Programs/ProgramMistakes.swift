/// Refuses lines of a program that would become other blocks than intended.
struct ProgramMistakes {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement]
  private let hasBraces: Bool

  init(_ lines: [Statement]) {
    self.lines = lines
    hasBraces = lines.contains { ["{", "}"].contains($0.text.last) }
    indentStatements()
    let lines = self.lines
    var names: [String: String] = [:]
    for index in lines.indices where lines[index].refusal == nil && !lines[index].isCode {
      let reason =
        quote(of: index) ?? indentation(of: index) ?? body(above: index) ?? branch(at: index) ?? statement(at: index)
        ?? Self.name(in: lines[index], &names)
      self.lines[index].refusal = reason
    }
    for index in lines.indices { refuseSecondStatement(below: index) }
  }

  private static func first(_ text: String) -> Substring { text.prefix { $0.isLetter || $0 == "_" } }

  private static func shown(_ text: String) -> String { text.count > 30 ? "\(text.prefix(29))…" : text }

  /// Returns the refusal of a string that isn't closed. A typed line would get the quotation mark automatically.
  private func quote(of index: Int) -> String? {
    let text = lines[index].text
    guard LineSigns(text).endsInText, !["\"\"\"", "'''", "/", "-", "*"].contains(where: text.hasPrefix) else {
      return nil
    }
    return "a text in it has no closing quotation mark"
  }

  // MARK: - Bodies

  private static let pythonWords: Set<Substring> = ["if", "elif", "else", "for", "while", "def"]

  /// Whether a line ends in the colon before a body, perhaps with a comment after it.
  private static func endsInColon(_ text: String) -> Bool {
    guard pythonWords.contains(first(text)) else { return false }
    let signs = LineSigns(text)
    return text[..<(signs.comment ?? text.endIndex)].last { !$0.isWhitespace } == ":"
  }

  /// Returns the refusal of a line whose indentation matches no enclosing body. With braces, indentation has no
  /// meaning.
  private func indentation(of index: Int) -> String? {
    guard let above = lines[..<index].last(where: { !$0.text.hasPrefix("#") }), !hasBraces,
      lines[index].indentation < above.indentation, lines[index].indentation >= lines[0].indentation,
      let around = lines[..<index].last(where: { $0.indentation <= lines[index].indentation && !$0.text.hasPrefix("#") }
      ),
      around.indentation < lines[index].indentation
    else { return nil }
    return "its indentation matches no line above"
  }

  /// Returns the refusal of a body that isn't indented.
  private func body(above index: Int) -> String? {
    guard !lines[index].text.hasPrefix("#"),
      let above = lines[..<index].lastIndex(where: { !$0.text.hasPrefix("#") }), Self.endsInColon(lines[above].text),
      lines[index].indentation <= lines[above].indentation
    else { return nil }
    return "it needs more indentation: it belongs to “\(Self.shown(lines[above].text))”"
  }

  /// Returns the refusal of a branch that no block has: an `else` of a loop, or a branch after `else`.
  private func branch(at index: Int) -> String? {
    let line = lines[index]
    guard ["else", "elif", "elseif"].contains(Self.first(line.text)), let above = sibling(above: index) else {
      return nil
    }
    if ["for", "while"].contains(Self.first(above.text)), !above.text.contains(" else"),
      !LineSigns(above.text).hasSlashes
    {
      return "a loop has no else in blocks"
    }
    let words = above.text.split { " :{".contains($0) }
    return words.first == "else" && words.dropFirst().first != "if" ? "“else” is the last branch" : nil
  }

  /// Returns the statement above a line in the same body; nil if there is none.
  private func sibling(above index: Int) -> Statement? {
    let above = lines[..<index].last { $0.indentation <= lines[index].indentation && !$0.text.hasPrefix("#") }
    return above?.indentation == lines[index].indentation ? above : nil
  }

  /// Returns the refusal of a statement that never runs; in blocks, it would be outside of the function.
  private func statement(at index: Int) -> String? {
    let word = Self.first(lines[index].text)
    guard let above = sibling(above: index), Self.first(above.text) == "return", lines[index].indentation > 0,
      !["else", "elif", "elseif", ""].contains(word)
    else { return nil }
    return "it comes after “return”, so it never runs"
  }

  /// Whether a line is a condition without a brace, a colon or a statement after it, as in C and JavaScript.
  private static func isBare(_ text: String) -> Bool {
    let word = first(text)
    if text == "else" { return true }
    guard ["if", "while", "for"].contains(word), text.last == ")" else { return false }
    let tokens = LineTokens(text)
    return tokens.sign(1) == "(" && tokens.opening(of: tokens.indices.upperBound - 1) == 1
  }

  /// Indents the statement below such a condition if it isn't indented.
  private mutating func indentStatements() {
    for index in lines.indices.dropLast() where Self.isBare(lines[index].text) {
      let next = lines[index + 1]
      guard next.indentation <= lines[index].indentation, !next.text.hasPrefix("}"), next.text != "else" else {
        continue
      }
      lines[index + 1].indentation = lines[index].indentation + 2
    }
  }

  /// Refuses a second statement below a condition without a brace or a colon: as in C and JavaScript, only one belongs
  /// to it.
  private mutating func refuseSecondStatement(below index: Int) {
    let line = lines[index]
    guard Self.isBare(line.text), let body = lines.dropFirst(index + 1).first, body.indentation > line.indentation
    else { return }
    for next in lines.indices.dropFirst(index + 2) {
      if lines[next].indentation < body.indentation { return }
      guard lines[next].indentation == body.indentation, !lines[next].text.hasPrefix("else"),
        !lines[next].text.hasPrefix("}")
      else { continue }
      if lines[next].text.last == ";", lines[next].refusal == nil {
        lines[next].refusal =
          "without { }, only one statement belongs to “\(Self.shown(line.text))”; put { } around its body"
      }
      return
    }
  }

  // MARK: - Names

  /// Returns the refusal of a name that differs from another one only in case, and is the same variable in blocks.
  /// - Parameter names: the names that are set so far, by their lowercase forms.
  private static func name(in line: Statement, _ names: inout [String: String]) -> String? {
    let text = line.text
    guard let name = assigned(in: text).first, let other = names.updateValue(name, forKey: name.lowercased()),
      other != name
    else { return nil }
    names[name.lowercased()] = other
    return "“\(name)” and “\(other)” are the same variable in blocks; rename one of them"
  }

  /// Returns the names to which a line assigns values.
  static func assigned(in text: String) -> [String] {
    var rest = text[...]
    let word = first(text)
    let isLoop = word == "for"
    let declares = ["let", "const", "var"].contains(word)
    if isLoop || declares { rest = rest.dropFirst(word.count).drop { " (".contains($0) } }
    if isLoop {
      for word in ["let ", "const ", "var ", "int "] where rest.hasPrefix(word) { rest = rest.dropFirst(word.count) }
    }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let behind = rest.dropFirst(name.count).drop { $0 == " " }
    guard let start = name.first, !start.isNumber else { return [] }
    let isSet = behind.first == "=" && behind.dropFirst().first != "="
    let isChanged = behind.first.map { "+-*/".contains($0) } ?? false && behind.dropFirst().first == "="
    let isItem = isLoop && ["in ", "of "].contains(where: behind.hasPrefix)
    return isSet || isChanged || isItem || declares ? [String(name)] : []
  }
}
