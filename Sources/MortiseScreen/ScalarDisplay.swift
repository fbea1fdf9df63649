/// The display of a code point. Depends only on Unicode data, because the C library's widths change with the locale.
enum ScalarDisplay {
  /// Shown in 1 or 2 columns.
  case base(width: Int)
  /// Added to the base before it.
  case mark
  /// Not shown: bidi controls, zero-width characters, variation selectors, tags.
  case dropped
  /// Replaced with a visible symbol: control characters, unassigned code points, carriers of bytes that are not text.
  case replaced
  /// Shown as a plain space: tabs and all kinds of spaces.
  case space
  /// Shown as the symbol for a line break.
  case lineBreak
  /// A regional indicator, shown as its letter. Two of them form a flag, whose width differs between terminals.
  case regionalIndicator

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300:
      self = .base(width: 1)
    case 0x09, 0xA0:
      self = .space
    case 0x0A, 0x0D, 0x85:
      self = .lineBreak
    case 0..<0xA0:
      self = .replaced
    case 0xAD:
      self = .dropped
    case 0x1F1E6...0x1F1FF:
      self = .regionalIndicator
    case 0x10D800...0x10DFFF:
      self = .replaced
    default:
      self.init(beyondLatin: scalar)
    }
  }

  private init(beyondLatin scalar: Unicode.Scalar) {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint {
      self = .dropped
      return
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      self = .mark
    case .format:
      self = .dropped
    case .lineSeparator, .paragraphSeparator:
      self = .lineBreak
    case .spaceSeparator:
      self = scalar.value == 0x3000 ? .base(width: 2) : .space
    case .control, .surrogate, .unassigned:
      self = .replaced
    default:
      if ScalarDisplay.isTrailingJamo(scalar.value) {
        self = .mark
      } else {
        self = .base(width: properties.isEmojiPresentation || ScalarDisplay.isWide(scalar.value) ? 2 : 1)
      }
    }
  }

  /// Vowels and final consonants of decomposed Hangul, which are drawn inside the syllable's first letter.
  private static func isTrailingJamo(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// East Asian Width W and F, except for emoji, which have their own property. Ambiguous ones are narrow.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
      0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}
