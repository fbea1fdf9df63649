/// The operating system command that sets the system's clipboard (OSC 52).
public enum ClipboardSequence {
  /// The longest text in bytes. Terminals drop longer sequences than 74,994 bytes or so; base64 makes 4 bytes of 3.
  public static let longestText = 74_994 / 4 * 3

  /// Returns the sequence; nil for a text that is too long. Base64 has no control characters, whatever the text has.
  static func setting(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return bytes.count > longestText ? nil : "\u{1B}]52;c;\(base64(bytes))\u{7}"
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...3 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 0x3F] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
