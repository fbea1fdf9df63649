/// Reduces source text to code, line by line: comments and the contents of string literals are removed, so that a rule
/// about `try!` ignores a comment that mentions it.
enum CodeOnly {
  static func text(of source: String, isSwift: Bool) -> String {
    var reader = Reader(rest: Array(source.utf8)[...], isSwift: isSwift)
    reader.run()
    return String(decoding: reader.code, as: UTF8.self)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    let isSwift: Bool
    var code: [UInt8] = []

    mutating func run() {
      while let byte = rest.first {
        if skips("//") {
          skipLine()
        } else if skips("/*") {
          skipComment()
        } else if byte == UInt8(ascii: "\"") || isSwift && isRawString {
          skipString()
        } else if byte == UInt8(ascii: "'"), !isSwift {
          skipCharacter()
        } else {
          code.append(rest.removeFirst())
        }
      }
    }

    /// Whether a raw string begins here: number signs and a quote.
    private var isRawString: Bool {
      rest.first == UInt8(ascii: "#") && rest.first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
    }

    private mutating func skips(_ mark: String) -> Bool {
      guard rest.starts(with: mark.utf8) else { return false }
      rest = rest.dropFirst(mark.utf8.count)
      return true
    }

    /// Drops a byte but keeps line breaks, so that line numbers stay the same.
    private mutating func drop() {
      if rest.removeFirst() == UInt8(ascii: "\n") { code.append(UInt8(ascii: "\n")) }
    }

    private mutating func skipLine() {
      while let byte = rest.first, byte != UInt8(ascii: "\n") { rest.removeFirst() }
    }

    private mutating func skipComment() {
      var depth = 1
      while depth > 0, !rest.isEmpty {
        if skips("*/") {
          depth -= 1
        } else if isSwift, skips("/*") {
          depth += 1
        } else {
          drop()
        }
      }
      code.append(UInt8(ascii: " "))
    }

    private mutating func skipString() {
      let signs = rest.prefix { $0 == UInt8(ascii: "#") }.count
      rest = rest.dropFirst(signs)
      let quote = isSwift && rest.starts(with: "\"\"\"".utf8) ? "\"\"\"" : "\""
      rest = rest.dropFirst(quote.utf8.count)
      let end = quote + String(repeating: "#", count: signs)
      let escape = "\\" + String(repeating: "#", count: signs)
      while !rest.isEmpty, !skips(end) {
        if quote.utf8.count == 1, rest.first == UInt8(ascii: "\n") { break }
        if skips(escape), rest.isEmpty { break }
        drop()
      }
      code += Array("\"\"".utf8)
    }

    private mutating func skipCharacter() {
      rest.removeFirst()
      while let byte = rest.first, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\n") {
        rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
      }
      rest = rest.dropFirst()
      code += Array("' '".utf8)
    }
  }
}
