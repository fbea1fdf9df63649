/// UTF-8 in which characters beyond U+FFFF are written as two surrogates of three bytes each (CESU-8), as the LZMA reader
/// and writer of MakeCode do. That reader can't read the four bytes of real UTF-8.
package enum SurrogatePairs {
  /// Whether text has characters that would have to be written as pairs.
  package static func areMissing(in text: [UInt8]) -> Bool { text.contains { $0 >= 0xF0 } }

  /// Returns the text with pairs joined to the characters they mean.
  package static func joined(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if let high = surrogate(in: text, at: index), high < 0xDC00, let low = surrogate(in: text, at: index + 3),
        low >= 0xDC00, let scalar = Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF))
      {
        result += scalar.utf8
        index += 6
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Returns the text with pairs for the characters beyond U+FFFF.
  package static func split(_ text: [UInt8]) -> [UInt8] {
    guard areMissing(in: text) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 64)
    for unit in String(decoding: text, as: UTF8.self).utf16 {
      switch unit {
      case ..<0x80: result.append(UInt8(unit))
      case ..<0x800: result += [0xC0 | UInt8(unit >> 6), 0x80 | UInt8(unit & 0x3F)]
      default: result += [0xE0 | UInt8(unit >> 12), 0x80 | UInt8(unit >> 6 & 0x3F), 0x80 | UInt8(unit & 0x3F)]
      }
    }
    return result
  }

  private static func surrogate(in text: [UInt8], at index: Int) -> UInt32? {
    guard index + 2 < text.count, text[index] == 0xED, text[index + 1] & 0xE0 == 0xA0, text[index + 2] & 0xC0 == 0x80
    else { return nil }
    return 0xD000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
  }
}
