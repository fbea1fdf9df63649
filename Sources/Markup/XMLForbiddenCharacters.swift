/// Characters that XML forbids and Blockly's files hold all the same: controls as references such as `&#1;` (a Blockly file
/// format rule), and as they are in older files; U+FFFE and U+FFFF; and lone surrogates as references.
///
/// expat refuses them, so each is replaced by a private use character that the text doesn't hold, and put back in what expat
/// has read. A lone surrogate's own carrier needs no other.
struct XMLForbiddenCharacters {
  /// The text with the replacements.
  private(set) var bytes: [UInt8] = []
  /// The first of the private use characters: those for U+0000 to U+001F, then those for U+FFFE and U+FFFF.
  private let base: UInt32
  /// Where each replacement ends in `bytes`, and how far everything from there has moved.
  private var shifts: [(end: Int, distance: Int)] = []

  private static let count: UInt32 = 34
  private static let privatePlane: UInt32 = 0xF_0000
  private static let blockSize: UInt32 = 64

  /// Whether XML holds a character only by a reference that XML's own rules forbid.
  static func contains(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0xD800...0xDFFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// - Returns: nil when the text holds none of them, or no private use characters are free.
  init?(in text: [UInt8]) {
    let scanner = Scanner(text)
    guard !scanner.found.isEmpty,
      let free = (0..<1024).first(where: { !scanner.usedBlocks.contains($0) })
    else { return nil }
    base = Self.privatePlane + free * Self.blockSize
    var place = 0
    for (range, value) in scanner.found {
      bytes += text[place..<range.lowerBound]
      let standIn = standIn(for: value)
      // A reference where a reference stood is right in any encoding.
      bytes += range.count > 3 ? Array("&#\(standIn.value);".utf8) : Array(standIn.utf8)
      place = range.upperBound
      shifts.append((bytes.count, bytes.count - place))
    }
    bytes += text[place...]
  }

  private func standIn(for value: UInt32) -> Unicode.Scalar {
    if let unit = UInt16(exactly: value), unit & 0xF800 == 0xD800 { return LoneSurrogate.carrier(of: unit) }
    return Unicode.Scalar(base + (value < 0x20 ? value : value - 0xFFFE + 0x20)) ?? "\u{FFFD}"
  }

  /// Puts the forbidden characters back into what was read.
  func restored(in text: String) -> String {
    // The private plane begins with this byte.
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

  /// Where a byte of `bytes` stands in the original text.
  func originalOffset(_ offset: Int) -> Int {
    var (low, high) = (0, shifts.count)
    while low < high {
      let middle = (low + high) / 2
      if shifts[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? offset : offset - shifts[low - 1].distance
  }

  /// Finds the characters, and which blocks of the private plane are in use.
  private struct Scanner {
    var found: [(range: Range<Int>, value: UInt32)] = []
    var usedBlocks: Set<UInt32> = []
    private let text: [UInt8]
    private var place = 0

    init(_ text: [UInt8]) {
      self.text = text
      // What ends the part that is open, in which references are none.
      var end: String?
      while place < text.count {
        if let open = end {
          if isAt(open) { end = nil }
        } else if text[place] == UInt8(ascii: "<") {
          let parts = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
          end = parts.first { isAt($0.0) }?.1
        } else if text[place] == UInt8(ascii: "&"), let (value, after) = reference() {
          note(value, place..<after)
          place = after
          continue
        }
        noteCharacter()
        place += 1
      }
    }

    private func isAt(_ words: String) -> Bool { text[place...].starts(with: words.utf8) }

    private mutating func note(_ value: UInt32, _ range: Range<Int>) {
      if XMLForbiddenCharacters.contains(value) { found.append((range, value)) }
      if value >= privatePlane { usedBlocks.insert((value - privatePlane) / blockSize) }
    }

    private mutating func noteCharacter() {
      let byte = text[place]
      if byte < 0x20 {
        note(UInt32(byte), place..<place + 1)
      } else if byte == 0xEF, place + 2 < text.count, text[place + 1] == 0xBF, text[place + 2] >= 0xBE {
        note(0xFF40 + UInt32(text[place + 2]), place..<place + 3)
      } else if byte == 0xF3, place + 3 < text.count {
        let middle = UInt32(text[place + 1] & 0x3F) << 12 | UInt32(text[place + 2] & 0x3F) << 6
        note(0xC_0000 + middle + UInt32(text[place + 3] & 0x3F), place..<place + 4)
      }
    }

    /// The character reference that begins here, and where it ends.
    private func reference() -> (value: UInt32, end: Int)? {
      guard isAt("&#") else { return nil }
      let isHexadecimal = isAt("&#x")
      let digits = text[(place + (isHexadecimal ? 3 : 2))...].prefix { $0 != UInt8(ascii: ";") && $0 < 0x80 }
      let end = digits.endIndex
      // The longest that is needed, with zeros before it.
      guard end < text.count, text[end] == UInt8(ascii: ";"), digits.count <= 16,
        digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
      else { return nil }
      return (value, end + 1)
    }
  }
}
