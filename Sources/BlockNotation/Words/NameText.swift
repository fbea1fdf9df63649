import Markup

/// Writes and reads names and texts.
package enum NameText {
  /// Whether a name is one word, so that it needs no backquotes.
  static func isWord(_ name: String, words: WordTable) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      guard let first = bytes.first else { return false }
      if first < 0x80, bytes.allSatisfy({ $0.isLetter || $0.isDigit }) {
        return first.isLetter && !(bytes.count == 1 && first == UInt8(ascii: "_"))
      }
      let tokens = Lexer(Array(bytes), words: words).tokens
      return tokens.count == 3 && tokens[1].kind == .word && tokens[1].start == 0 && Int(tokens[1].end) == bytes.count
    }
  }

  /// Returns a name in backquotes.
  package static func quoted(_ name: String) -> String {
    var bytes: [UInt8] = []
    appendQuoted(name, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a name in backquotes.
  static func appendQuoted(_ name: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "`"))
    if name.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\\") && $0 != 0x7F }) {
      output.append(contentsOf: name.utf8)
    } else {
      let escaped = json(name).dropFirst().dropLast()
      for byte in escaped {
        if byte == UInt8(ascii: "`") { output.append(contentsOf: "\\u0060".utf8) } else { output.append(byte) }
      }
    }
    output.append(UInt8(ascii: "`"))
  }

  /// Appends a text as a JSON string.
  static func appendText(_ text: String, to output: inout [UInt8]) {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 < 0x7F
    }
    guard isPlain else {
      output.append(contentsOf: json(text))
      return
    }
    output.append(UInt8(ascii: "\""))
    output.append(contentsOf: text.utf8)
    output.append(UInt8(ascii: "\""))
  }

  private static func json(_ text: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes
  }

  /// Returns the text in quotes or backquotes; nil if its escapes are invalid.
  static func unquoted(_ bytes: ArraySlice<UInt8>) -> String? {
    // A raw text.
    if let first = bytes.first, first | 0x20 == UInt8(ascii: "r") {
      return String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    }
    return unescaped(bytes.dropFirst().dropLast(), quote: bytes.first ?? UInt8(ascii: "\""))
  }

  /// Returns a text without its quotes; nil if its escapes are invalid.
  /// - Parameter quote: the quotation mark around the text. Double and single quotes need an escape only in texts with
  ///   the same quotes.
  static func unescaped(_ body: ArraySlice<UInt8>, quote: UInt8) -> String? {
    guard body.contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else {
      return String(decoding: body, as: UTF8.self)
    }
    var text: [UInt8] = [UInt8(ascii: "\"")]
    var isEscaped = false
    for byte in body {
      if quote != UInt8(ascii: "\""), byte == UInt8(ascii: "\""), !isEscaped { text.append(UInt8(ascii: "\\")) }
      if byte == UInt8(ascii: "'"), quote == byte, isEscaped { text.removeLast() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      text.append(byte)
    }
    text.append(UInt8(ascii: "\""))
    return (try? JSONParser.parse(text))?.string
  }
}
