/// The names in a line of another language.
extension LineReader {
  /// Returns the names in a line, also in the values of its texts, and whether parentheses follow them.
  package static func names(in line: String) -> [(name: String, isCalled: Bool)] {
    let bytes = Array(line.utf8)
    let tokens = tokens(of: bytes)
    return tokens.indices.compactMap { index in
      guard isName(tokens, index, bytes) else { return nil }
      let next = tokens[min(index + 1, tokens.count - 1)]
      let isCalled = next.kind == .symbol && bytes[Int(next.start)] == UInt8(ascii: "(")
      return (text(of: tokens[index], bytes), isCalled)
    }
  }

  /// Returns a line with a name replaced by another one.
  package static func renaming(_ name: String, to other: String, in line: String) -> String {
    let bytes = Array(line.utf8)
    let tokens = tokens(of: bytes)
    var result: [UInt8] = []
    var end = 0
    for index in tokens.indices where isName(tokens, index, bytes) && text(of: tokens[index], bytes) == name {
      result += bytes[end..<Int(tokens[index].start)] + Array(other.utf8)
      end = Int(tokens[index].end)
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Whether a line has a whole number that is written as a fraction: `3.0`.
  package static func hasWholeFraction(_ line: String) -> Bool {
    if !line.contains(".0") { return false }
    let bytes = Array(line.utf8)
    return tokens(of: bytes).contains { token in
      token.kind == .number && text(of: token, bytes).wholeMatch(of: /\d+\.0+/) != nil
    }
  }

  private static func tokens(of bytes: [UInt8]) -> [Token] {
    Lexer(bytes, words: WordTable(), hasComments: false, isTyped: true).tokens
  }

  private static func text(of token: Token, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// Whether a token is a name, but not a method's.
  private static func isName(_ tokens: [Token], _ index: Int, _ bytes: [UInt8]) -> Bool {
    guard tokens[index].kind == .word else { return false }
    let last = tokens[max(index - 1, 0)]
    return !(last.kind == .symbol && tokens[index].isGlued && bytes[Int(last.start)] == UInt8(ascii: "."))
  }
}
