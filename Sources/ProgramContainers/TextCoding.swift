import Markup

/// The encoding of a text in a file.
enum TextCoding: Hashable, Sendable {
  /// Unencoded.
  case plain
  /// In Base64.
  case base64
  /// In Base64 of the output of ECMAScript's encodeURIComponent.
  case percentBase64

  /// The text; nil if it is not encoded like this.
  func decode(_ written: [UInt8]) -> [UInt8]? {
    switch self {
    case .plain: written
    case .base64: Base64.decode(written)
    case .percentBase64: Base64.decode(written).map { PercentCoding.decode($0) }
    }
  }

  func encode(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .plain: text
    case .base64: Array(Base64.encode(text).utf8)
    case .percentBase64: Array(Base64.encode(PercentCoding.encode(text)).utf8)
    }
  }
}
