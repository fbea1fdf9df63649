/// Stores bytes in a string, also those that aren't UTF-8. Such a byte becomes the lone surrogate U+DC80 to U+DCFF,
/// which JSON can express.
public enum ByteText {
  private static let base: UInt16 = 0xDC00

  /// Returns a string from which `bytes(of:)` makes the same bytes.
  public static func text(of bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isStandIn) {
      return text
    }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var index = bytes.startIndex
    while true {
      let count: Int
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return String(text)
      case .error(let length): count = length
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if !isStandIn(scalar) {
          text.append(scalar)
          index += encoded.count
          continue
        }
        count = encoded.count
      }
      for byte in bytes[index..<index + count] { text.append(LoneSurrogate.carrier(of: base | UInt16(byte))) }
      index += count
    }
  }

  /// Returns the bytes of a string that `text(of:)` made.
  public static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if isStandIn(scalar) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
    return bytes
  }

  /// Whether a character represents a byte.
  private static func isStandIn(_ scalar: Unicode.Scalar) -> Bool {
    (LoneSurrogate.carrier(of: base | 0x80)...LoneSurrogate.carrier(of: base | 0xFF)).contains(scalar)
  }
}
