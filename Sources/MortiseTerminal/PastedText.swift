/// Sanitises pasted text: keeps line breaks and tabs, and removes all other control characters.
enum PastedText {
  static func cleaned(_ bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      // Terminals send line breaks as carriage returns.
      case 0x0A: if previous != "\r" { text.append("\n") }
      case 0x0D: text.append("\n")
      case 0x09, 0x20..<0x7F, 0xA0...: text.append(scalar)
      default: break
      }
      previous = scalar
    }
    return String(text)
  }
}
