import Markup

/// The escapes that an app uses in its JSON strings, so that a new string is written as the app does.
struct JSONStringStyle: Hashable, Sendable {
  /// The printable ASCII characters that the app writes as `\uXXXX`, such as `<`.
  private var coded: Set<UInt8> = []
  /// Whether characters beyond ASCII are written so, too.
  private var codesOthers = false
  private var escapesSlashes = false
  private var isUppercase = false

  /// - Parameter literal: a string literal, with its quotes.
  init(of literal: ArraySlice<UInt8>) {
    var rest = literal
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else { continue }
      if letter == UInt8(ascii: "/") { escapesSlashes = true }
      guard letter == UInt8(ascii: "u"), rest.count >= 4 else { continue }
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      rest = rest.dropFirst(4)
      guard let unit = UInt16(digits, radix: 16) else { continue }
      if digits.contains(where: { ("A"..."F").contains($0) }) { isUppercase = true }
      if unit >= 0x80 { codesOthers = true } else if unit >= 0x20 { coded.insert(UInt8(unit)) }
    }
  }

  /// Returns a text as a string literal, with quotes.
  func write(_ text: [UInt8]) -> [UInt8] {
    var result = [UInt8(ascii: "\"")]
    result.reserveCapacity(text.count + text.count / 8)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\\": result += [0x5C, 0x5C]
      case "\"" where !coded.contains(0x22): result += [0x5C, 0x22]
      case "/" where escapesSlashes: result += [0x5C, 0x2F]
      case "\n": result += [0x5C, UInt8(ascii: "n")]
      case "\r": result += [0x5C, UInt8(ascii: "r")]
      case "\t": result += [0x5C, UInt8(ascii: "t")]
      case "\u{8}": result += [0x5C, UInt8(ascii: "b")]
      case "\u{C}": result += [0x5C, UInt8(ascii: "f")]
      default:
        let isCoded =
          scalar.value < 0x20 || scalar.value < 0x80 && coded.contains(UInt8(scalar.value))
          || scalar.value >= 0x80 && codesOthers
        if isCoded {
          for unit in String(scalar).utf16 { result += escape(unit) }
        } else {
          result += scalar.utf8
        }
      }
    }
    return result + [UInt8(ascii: "\"")]
  }

  private func escape(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16, uppercase: isUppercase)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }
}
