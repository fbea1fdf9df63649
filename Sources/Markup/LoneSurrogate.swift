/// Lone surrogates: valid in ECMAScript strings, but not in UTF-8. In a string, each is represented by a carrier in the
/// last private use plane, U+10D800 to U+10DFFF, which is the surrogate plus 0x100000.
enum LoneSurrogate {
  private static let offset: UInt32 = 0x10_0000

  /// Returns the character that represents a lone surrogate.
  /// - Parameter unit: 0xD800 to 0xDFFF.
  static func carrier(of unit: UInt16) -> Unicode.Scalar { Unicode.Scalar(offset + UInt32(unit)) ?? "\u{FFFD}" }

  /// Returns the surrogate whose carrier begins at a byte index of UTF-8 text; nil for any other character.
  static func unit(at index: Int, of text: Span<UInt8>) -> UInt16? {
    // U+10D800 is F4 8D A0 80.
    guard text[index] == 0xF4, index + 3 < text.count, text[index + 1] == 0x8D, text[index + 2] >= 0xA0 else {
      return nil
    }
    return 0xD000 | UInt16(text[index + 2] & 0x3F) << 6 | UInt16(text[index + 3] & 0x3F)
  }
}
