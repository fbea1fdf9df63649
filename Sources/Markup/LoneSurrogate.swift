/// Halves of surrogate pairs that stand alone, as ECMAScript's strings may hold them and UTF-8 can't: in a string each is
/// carried by a character of the last private use plane, U+10D800 to U+10DFFF, that is U+100000 away from it.
enum LoneSurrogate {
  private static let offset: UInt32 = 0x10_0000

  /// The character that stands for half of a surrogate pair.
  /// - Parameter unit: 0xD800 to 0xDFFF.
  static func carrier(of unit: UInt16) -> Unicode.Scalar { Unicode.Scalar(offset + UInt32(unit)) ?? "\u{FFFD}" }

  /// The half of a surrogate pair that the character at a place of UTF-8 text stands for; nil for any other character.
  static func unit(at place: Int, of text: UnsafeBufferPointer<UInt8>) -> UInt16? {
    // U+10D800 is F4 8D A0 80.
    guard text[place] == 0xF4, place + 3 < text.count, text[place + 1] == 0x8D, text[place + 2] >= 0xA0 else {
      return nil
    }
    return 0xD000 | UInt16(text[place + 2] & 0x3F) << 6 | UInt16(text[place + 3] & 0x3F)
  }
}
