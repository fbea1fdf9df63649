import Markup

/// A part of the text of a JSON string. It is replaced without changing the escapes of the rest.
enum JSONStringPart {
  /// Returns a string literal with another part of its text.
  /// - Parameters:
  ///   - range: the part, in bytes of the text.
  ///   - bytes: the new text of the part.
  ///   - literal: the string literal, with its quotes.
  static func replacing(_ range: Range<Int>, with bytes: [UInt8], in literal: ArraySlice<UInt8>) -> [UInt8] {
    let start = offset(of: range.lowerBound, in: literal.dropFirst())
    let end = start + offset(of: range.count, in: literal[(literal.startIndex + 1 + start)...])
    let written = JSONStringStyle(of: literal).write(bytes).dropFirst().dropLast()
    return Array(literal.prefix(1 + start)) + written + literal.dropFirst(1 + end)
  }

  /// Returns the number of bytes that a number of bytes of text occupy in the literal.
  private static func offset(of count: Int, in literal: ArraySlice<UInt8>) -> Int {
    var index = literal.startIndex
    var left = count
    while left > 0, index < literal.endIndex {
      guard literal[index] == UInt8(ascii: "\\") else {
        (index, left) = (index + 1, left - 1)
        continue
      }
      guard let unit = unit(at: index, in: literal) else {
        (index, left) = (index + 2, left - 1)
        continue
      }
      index += 6
      switch unit {
      case ..<0x80: left -= 1
      case ..<0x800: left -= 2
      case 0xD800..<0xE000:
        // A pair is one character; a lone half is kept as four bytes, too.
        left -= 4
        if unit < 0xDC00, let next = self.unit(at: index, in: literal), (0xDC00..<0xE000).contains(next) { index += 6 }
      default: left -= 3
      }
    }
    return index - literal.startIndex
  }

  /// The number of an escape such as `\u003c`; nil if there is no such escape.
  private static func unit(at index: Int, in literal: ArraySlice<UInt8>) -> UInt16? {
    guard index + 6 <= literal.endIndex, literal[index] == UInt8(ascii: "\\"), literal[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: literal[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }
}
