/// The encoding of ECMAScript's encodeURIComponent, which XML uses for disabled reasons (a Blockly file format rule).
enum PercentCoding {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()".utf8)

  static func encode(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if plain.contains(byte) {
        result.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reverses `encode`. Keeps a stray percent sign.
  static func decode(_ text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), digits.count == 2
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
