/// Characters that XML forbids but that Blockly files contain: control characters, written as references such as `&#1;`
/// (a Blockly file format rule) or, in older files, unescaped; U+FFFE and U+FFFF; and lone surrogates as references.
///
/// expat rejects them, so each is replaced with a private use character that does not occur in the text, and restored
/// afterwards. A lone surrogate is replaced with its carrier (`LoneSurrogate`), which stays.
struct XMLForbiddenCharacters {
  /// The text, with the replacements.
  private(set) var bytes: [UInt8] = []
  /// The first private use character. They represent U+0000 to U+001F, then U+FFFE and U+FFFF.
  private let base: UInt32
  /// The end of each replacement in `bytes`, and the shift of all bytes after it.
  private var shifts: [(end: Int, distance: Int)] = []

  private static let count: UInt32 = 34
  private static let privatePlane: UInt32 = 0xF_0000
  private static let blockSize: UInt32 = 64

  /// Whether XML forbids a character, even as a reference.
  static func contains(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0xD800...0xDFFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Returns nil when the text contains no forbidden characters, or when no private use characters are free.
  init?(in text: [UInt8]) {
    let scanner = Scanner(text)
    guard !scanner.found.isEmpty,
      let free = (0..<1024).first(where: { !scanner.usedBlocks.contains($0) })
    else { return nil }
    base = Self.privatePlane + free * Self.blockSize
    var start = 0
    for (range, value) in scanner.found {
      bytes += text[start..<range.lowerBound]
      let standIn = standIn(for: value)
      // A reference stays a reference, which is valid in any encoding.
      bytes += range.count > 3 ? Array("&#\(standIn.value);".utf8) : Array(standIn.utf8)
      start = range.upperBound
      shifts.append((bytes.count, bytes.count - start))
    }
    bytes += text[start...]
  }

  private func standIn(for value: UInt32) -> Unicode.Scalar {
    if let unit = UInt16(exactly: value), unit & 0xF800 == 0xD800 { return LoneSurrogate.carrier(of: unit) }
    return Unicode.Scalar(base + (value < 0x20 ? value : value - 0xFFFE + 0x20)) ?? "\u{FFFD}"
  }

  /// Restores the forbidden characters in text that expat returned.
  func restored(in text: String) -> String {
    // The UTF-8 of the private use plane begins with this byte.
    guard text.utf8.contains(0xF3) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.value >= base, scalar.value < base + Self.count else {
        result.append(scalar)
        continue
      }
      let index = scalar.value - base
      result.append(Unicode.Scalar(index < 0x20 ? index : index - 0x20 + 0xFFFE) ?? scalar)
    }
    return String(result)
  }

  /// Returns the offset in the original text of a byte of `bytes`.
  func originalOffset(_ offset: Int) -> Int {
    let next = shifts.sortedIndex { $0.end > offset }
    return next == 0 ? offset : offset - shifts[next - 1].distance
  }

  /// Finds the forbidden characters, and the blocks of the private use plane that are in use.
  private struct Scanner {
    var found: [(range: Range<Int>, value: UInt32)] = []
    var usedBlocks: Set<UInt32> = []
    private let text: [UInt8]
    private var offset = 0

    init(_ text: [UInt8]) {
      self.text = text
      // The end mark of the open comment, CDATA section or instruction. References inside it don't count.
      var end: String?
      while offset < text.count {
        if let open = end {
          if isAt(open) { end = nil }
        } else if text[offset] == UInt8(ascii: "<") {
          let parts = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
          end = parts.first { isAt($0.0) }?.1
        } else if text[offset] == UInt8(ascii: "&"), let (value, after) = reference() {
          note(value, offset..<after)
          offset = after
          continue
        }
        noteCharacter()
        offset += 1
      }
    }

    private func isAt(_ mark: String) -> Bool { text[offset...].starts(with: mark.utf8) }

    private mutating func note(_ value: UInt32, _ range: Range<Int>) {
      if XMLForbiddenCharacters.contains(value) { found.append((range, value)) }
      if value >= privatePlane { usedBlocks.insert((value - privatePlane) / blockSize) }
    }

    private mutating func noteCharacter() {
      let byte = text[offset]
      if byte < 0x20 {
        note(UInt32(byte), offset..<offset + 1)
      } else if byte == 0xEF, offset + 2 < text.count, text[offset + 1] == 0xBF, text[offset + 2] >= 0xBE {
        note(0xFF40 + UInt32(text[offset + 2]), offset..<offset + 3)
      } else if byte == 0xF3, offset + 3 < text.count {
        let middle = UInt32(text[offset + 1] & 0x3F) << 12 | UInt32(text[offset + 2] & 0x3F) << 6
        note(0xC_0000 + middle + UInt32(text[offset + 3] & 0x3F), offset..<offset + 4)
      }
    }

    /// Returns the character reference that begins here, and its end.
    private func reference() -> (value: UInt32, end: Int)? {
      guard isAt("&#") else { return nil }
      let isHexadecimal = isAt("&#x")
      let digits = text[(offset + (isHexadecimal ? 3 : 2))...].prefix { $0 != UInt8(ascii: ";") && $0 < 0x80 }
      let end = digits.endIndex
      // Allows a reasonable number of leading zeros.
      guard end < text.count, text[end] == UInt8(ascii: ";"), digits.count <= 16,
        digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
      else { return nil }
      return (value, end + 1)
    }
  }
}
