import Markup

/// Tests of the form of code, by Blockly's patterns.
enum CodeText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// - Parameter quote: the quotation mark of texts.
  static func holds(_ test: CodeTest, _ bytes: Bytes, quote: UInt8) -> Bool {
    switch test {
    case .word: isWord(bytes[...])
    case .variable: bytes.first == UInt8(ascii: "$") && isWord(bytes.dropFirst())
    case .signed: bytes.isEmpty || isWord(bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...])
    case .number: isNumber(bytes)
    case .integer: value(bytes).map { $0 == $0.rounded() } ?? false
    case .zero: value(bytes) == 0
    case .unit: value(bytes)?.magnitude == 1
    case .text: isText(bytes, quote)
    case .plain: isPlain(bytes)
    case .emptyText: bytes.count == 2 && isText(bytes, quote)
    default: false
    }
  }

  private static func value(_ bytes: Bytes) -> Double? {
    isNumber(bytes) ? Double(String(decoding: bytes, as: UTF8.self)) : nil
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
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

  /// Whether code is one literal between quotation marks.
  private static func isText(_ bytes: Bytes, _ quote: UInt8) -> Bool {
    var (start, end) = (0, bytes.count)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    guard end - start >= 2, bytes[start] == quote, bytes[end - 1] == quote else { return false }
    for index in start + 1..<end - 1 where bytes[index] == quote {
      if index == start + 1 || bytes[index - 1] != UInt8(ascii: "\\") { return false }
    }
    return true
  }

  /// Whether code is a word, perhaps in quotes.
  private static func isPlain(_ bytes: Bytes) -> Bool {
    var part = bytes[...]
    if part.first == UInt8(ascii: "'") { part = part.dropFirst() }
    if part.last == UInt8(ascii: "'") { part = part.dropLast() }
    return isWord(part)
  }

  /// Whether code can be repeated because it calls nothing, or only functions that calculate.
  static func isSimple(_ text: String, _ pureFunctions: Set<String>) -> Bool {
    let parts = text.split(separator: "(", omittingEmptySubsequences: false).dropLast()
    return !text.contains("\"")
      && parts.allSatisfy { part in
        let name = part.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.reversed()
        return name.isEmpty && part.last.map { !")]".contains($0) } ?? true || pureFunctions.contains(String(name))
      }
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
    case .truncated: Self.digits(of: number.isNaN ? 0 : number.rounded(.towardZero))
    }
  }

  /// Returns the digits of an integer, without an exponent; those of the largest number for infinity.
  private static func digits(of number: Double) -> String {
    let limit = Double.greatestFiniteMagnitude
    let text = NumberText.text(min(max(number, -limit), limit))
    let parts = text.split(separator: "e+")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let fraction = parts[0].split(separator: ".").dropFirst().first?.utf8.count ?? 0
    return parts[0].filter { $0 != "." } + String(repeating: "0", count: exponent - fraction)
  }
}
