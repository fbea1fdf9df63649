/// The terminal's clipboard, by the operating system command 52. It is only written: a terminal that answers
/// questions about it gives it to anything that is shown.
enum Clipboard {
  /// Terminals drop commands that are longer than some 100,000 bytes.
  static let maximumBytes = 74_000

  /// The sequence that puts the text there, nil if it is too long.
  static func sequence(for text: String) -> String? {
    let bytes = Array(text.utf8)
    if bytes.count > maximumBytes { return nil }
    return "\u{1B}]52;c;\(base64(bytes))\u{7}"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | UInt32(index < group.count ? group[start + index] : 0) }
      for index in 0..<4 {
        let value = Int(bits >> UInt32(18 - 6 * index)) & 63
        encoded.append(index <= group.count ? alphabet[value] : UInt8(ascii: "="))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
