/// The encoding of ECMAScript's encodeURIComponent, which XML uses for disabled reasons (a Blockly file format rule).
enum PercentCoding {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()".utf8)

  static func encode(_ text: String) -> String {
    text.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
    }.joined()
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
