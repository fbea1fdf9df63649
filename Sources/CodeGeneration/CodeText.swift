import Markup

/// What code looks like, by Blockly's patterns.
enum CodeText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func holds(_ test: CodeTest, _ bytes: Bytes) -> Bool {
    switch test {
    case .word: isWord(bytes[...])
    case .variable: bytes.first == UInt8(ascii: "$") && isWord(bytes.dropFirst())
    case .signed: bytes.isEmpty || isWord(bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...])
    case .number: isNumber(bytes)
    case .integer: value(bytes).map { $0 == $0.rounded() } ?? false
    case .zero: value(bytes) == 0
    case .unit: value(bytes)?.magnitude == 1
    case .text: isText(bytes)
    case .plain: isPlain(bytes)
    default: false
    }
  }

  private static func value(_ bytes: Bytes) -> Double? {
    isNumber(bytes) ? Double(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isWord(_ bytes: Slice<Bytes>) -> Bool { !bytes.isEmpty && bytes.allSatisfy(isWordByte) }

  private static func isNumber(_ bytes: Bytes) -> Bool {
    var index = bytes.first == UInt8(ascii: "-") ? 1 : 0
    func digits() -> Bool {
      let start = index
      while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
      return index > start
    }
    guard digits() else { return false }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard digits() else { return false }
    }
    return index == bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Whether code is one literal in single quotes.
  private static func isText(_ bytes: Bytes) -> Bool {
    var (start, end) = (0, bytes.count)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    guard end - start >= 2, bytes[start] == UInt8(ascii: "'"), bytes[end - 1] == UInt8(ascii: "'") else { return false }
    for index in start + 1..<end - 1 where bytes[index] == UInt8(ascii: "'") {
      if index == start + 1 || bytes[index - 1] != UInt8(ascii: "\\") { return false }
    }
    return true
  }

  /// A word, perhaps in quotes.
  private static func isPlain(_ bytes: Bytes) -> Bool {
    var part = bytes[...]
    if part.first == UInt8(ascii: "'") { part = part.dropFirst() }
    if part.last == UInt8(ascii: "'") { part = part.dropLast() }
    return isWord(part)
  }

  static func isParenthesised(_ text: String) -> Bool {
    text.utf8.count > 2 && text.hasPrefix("(") && text.hasSuffix(")") && !text.contains("\n")
  }
}

extension NumberForm {
  func text(_ number: Double) -> String {
    switch self {
    case .plain: NumberText.text(number)
    case .next: NumberText.text(number + 1)
    case .previous: NumberText.text(number - 1)
    case .magnitude: NumberText.text(number.magnitude)
    case .truncated: NumberText.text(number.rounded(.towardZero))
    }
  }
}

extension TextLiterals {
  func quoted(_ text: String) -> String {
    let arena = ByteArena(capacity: text.utf8.count + 16)
    append(text, to: arena)
    return arena.string(0, arena.count)
  }

  /// Appends a text as a literal.
  func append(_ text: String, to arena: ByteArena) {
    var text = text
    text.withUTF8 { bytes in
      let mark = otherQuote.map { bytes.contains(quote) && !bytes.contains($0) ? $0 : quote } ?? quote
      arena.append(mark)
      var start = 0
      for index in bytes.indices where isEscaped[Int(bytes[index])] {
        let byte = bytes[index]
        if byte == quote, mark != quote { continue }
        arena.append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
        for escape in escapes where escape.byte == byte { arena.append(escape.by) }
        start = index + 1
      }
      arena.append(UnsafeBufferPointer(rebasing: bytes[start...]))
      arena.append(mark)
    }
  }
}
