/// Percent-encoded text: everything but plain letters, digits and a few signs is written like `%2F`.
nonisolated enum PercentText {
  /// What needs no encoding for links, shells and terminals.
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:@+".utf8)

  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
    }.joined()
  }

  /// The decoded text. Invalid encodings stay as they are.
  static func decoded(_ text: some Collection<UInt8>) -> String {
    var decoded: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      {
        decoded.append(value)
        rest.removeFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? String(decoding: text, as: UTF8.self)
  }
}
