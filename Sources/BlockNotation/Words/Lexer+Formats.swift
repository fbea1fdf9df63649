/// Splits texts with values in them, which typed lines have: `f"Hello, {name}"`, `` `Hello, ${name}` ``.
extension Lexer {
  func isQuote(at index: Int) -> Bool {
    index < bytes.count && (bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"))
  }

  /// Whether a text in backquotes contains values.
  func holdsValues(at start: Int) -> Bool {
    let text = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
    return zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "{") }
  }

  /// Reads a raw text, in which a backslash is an ordinary character, as in Python's `r"C:\temp"`.
  mutating func readRaw() {
    let start = index
    index += 1
    let quote = bytes[index]
    let end = bytes[(index + 1)...].firstIndex { $0 == quote || $0 == UInt8(ascii: "\n") }
    guard let end, bytes[end] == quote else {
      index = end ?? bytes.count
      return addFault(
        from: start, "the text that begins here has no closing \(Character(Unicode.Scalar(quote))) on its line")
    }
    index = end + 1
    append(.text, from: start)
  }

  /// Reads a text with values in it: its beginning, its parts and the tokens of its values with commas between them,
  /// its end.
  /// - Parameters:
  ///   - start: the index of its beginning, perhaps before its quote.
  ///   - opening: the signs before a value.
  mutating func readFormat(from start: Int, opening: String) {
    let quote = bytes[index]
    index += 1
    append(.formatBegin, from: start)
    var isFirst = true
    while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "\n") {
      if !isFirst { append(.symbol, from: index, word: Mark.comma) }
      isFirst = false
      if bytes[index...].starts(with: opening.utf8), !isEscapedBrace {
        index += opening.utf8.count
        let end = endOfValue(quote)
        while index < end { readToken() }
        if index < bytes.count, bytes[index] == UInt8(ascii: "}") { index += 1 }
      } else {
        let partStart = index
        while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "\n"),
          !bytes[index...].starts(with: opening.utf8) || isEscapedBrace
        {
          index += bytes[index] == UInt8(ascii: "\\") || isEscapedBrace ? 2 : 1
        }
        index = min(index, bytes.count)
        append(.formatText, from: partStart)
      }
    }
    guard index < bytes.count, bytes[index] == quote else {
      return addFault(
        from: start, "the text that begins here has no closing \(Character(Unicode.Scalar(quote))) on its line")
    }
    let end = index
    index += 1
    append(.formatEnd, from: end)
  }

  /// Whether two equal braces, which mean one, are at the index.
  private var isEscapedBrace: Bool {
    index + 1 < bytes.count && bytes[index] == bytes[index + 1]
      && (bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "}"))
  }

  /// Returns the end of the value that begins at the index.
  private func endOfValue(_ quote: UInt8) -> Int {
    var depth = 0
    var end = index
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "{") { depth += 1 }
      if bytes[end] == UInt8(ascii: "}") {
        if depth == 0 { break }
        depth -= 1
      }
      end += 1
    }
    return end
  }
}
