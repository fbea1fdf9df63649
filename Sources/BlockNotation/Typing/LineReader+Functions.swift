/// Finds functions as values, for which there are no blocks: `x => x * x`, `function(x) { … }`.
extension LineReader {
  /// Returns the refusal of a line with a function as a value; nil for any other line. An arrow may also be a mistyped
  /// `>=`.
  static func refusal(ofFunctionIn parser: NotationParser) -> String? {
    let tokens = parser.tokens
    let texts = tokens.map {
      $0.kind == .symbol || $0.kind == .word ? String(decoding: parser.bytes(of: $0), as: UTF8.self) : ""
    }
    let isFunction = tokens.indices.contains { index in
      switch texts[index] {
      case "=" where texts[min(index + 1, texts.count - 1)] == ">" && tokens[index + 1].isGlued:
        isArrow(at: index, parser, texts)
      case "function": index > 0 && ["=", "(", ","].contains(texts[index - 1])
      default: false
      }
    }
    return isFunction ? "there is no block for a function as a value, such as “x => x * 2”" : nil
  }

  /// Returns a function that is a variable's value in JavaScript as a function of that name: `const f = (x) => x * 2`,
  /// `const f = function (x) {`. A body in braces that only returns a value is put after a colon. Nil for any other
  /// line.
  package static func namedFunction(_ line: String) -> String? {
    if line.hasPrefix("function"),
      let match = line.wholeMatch(of: /(function\s+\w+\s*\([^()]*\))\s*\{\s*return\b([^;]*);?\s*\};?/)
    {
      return "\(match.output.1): return\(match.output.2)"
    }
    guard line.contains("=>") || line.contains("function"),
      let match = line.wholeMatch(
        of: /(?:const|let|var)\s+(\w+)\s*=\s*(?:function\s*\w*\s*\((.*?)\)|(?:\(([^()]*)\)|(\w+))\s*=>)\s*(.+)/)
    else { return nil }
    let (_, name, first, second, third, body) = match.output
    let header = "function \(name)(\(first ?? second ?? third ?? ""))"
    let text = String(body.last == ";" ? body.dropLast() : body)
    if body.first == "{" {
      let whole = "\(header) \(text)"
      return namedFunction(whole) ?? whole
    }
    if first != nil { return nil }
    let givesNothing = ["console.log(", "alert(", "document.write("].contains(where: text.hasPrefix)
    return "\(header): \(givesNothing ? "" : "return ")\(text)"
  }

  private static func isArrow(at index: Int, _ parser: NotationParser, _ texts: [String]) -> Bool {
    guard index > 0 else { return false }
    let tokens = parser.tokens
    var start = index - 1
    var names: Set<String> = []
    if texts[start] == ")" {
      start -= 1
      while start >= 0, texts[start] != "(" {
        guard texts[start] == "," || parser.isName(tokens[start]) else { return false }
        if texts[start] != "," { names.insert(parser.name(tokens[start])) }
        start -= 1
      }
      // `()` and `(a, b)` aren't values.
      if start < 0 || names.count != 1 { return start >= 0 }
    } else {
      guard parser.isName(tokens[start]) else { return false }
      names.insert(parser.name(tokens[start]))
    }
    guard start == 0 || tokens[start - 1].kind == .line || ["=", "(", ",", "return"].contains(texts[start - 1]) else {
      return false
    }
    let rest = tokens[(index + 2)...]
    return rest.first.map { parser.isSymbol($0, Mark.openBrace) } ?? false
      || rest.contains { parser.isName($0) && names.contains(parser.name($0)) }
      || start > 0 && texts[start - 1] == "=" && !names.allSatisfy { parser.variables.contains($0.lowercased()) }
  }
}
