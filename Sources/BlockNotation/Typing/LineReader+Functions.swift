/// Finds functions in the place of values, which no block has: `x => x * x`, `function(x) { … }`.
extension LineReader {
  /// Why a line has no blocks if it says a function as a value; nil if it doesn't. An arrow may also be a mistyped `>=`.
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
      // `()` and `(a, b)` are no values.
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
