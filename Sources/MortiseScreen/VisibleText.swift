/// Makes hidden characters visible in text that is written to a terminal unchanged, or into JSON. Hidden are characters
/// that a terminal interprets, and those that hide or reorder other text: controls, line separators, format characters
/// such as those for right-to-left text, and carriers of bytes that are not text.
package enum VisibleText {
  /// Returns a text with U+FFFD for each hidden character.
  /// - Parameter kept: the hidden characters to keep.
  package static func replacingHidden(
    in text: some StringProtocol, keeping kept: Set<Unicode.Scalar> = []
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(!isHidden(scalar) || kept.contains(scalar) ? scalar : "\u{FFFD}")
    }
    return String(result)
  }

  /// Returns JSON with an escape sequence for each hidden character.
  package static func escapingHidden(inJSON bytes: [UInt8]) -> [UInt8] {
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\n" || !isHidden(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        // In JSON, hidden characters occur only in strings.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return Array(result.utf8)
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0x10D800...0x10DFFF: true
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
      default: false
      }
    }
  }
}
