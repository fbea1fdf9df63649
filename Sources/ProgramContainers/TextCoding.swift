import Markup

/// How a text is written where it is kept.
enum TextCoding: Hashable, Sendable {
  /// As it is.
  case plain
  /// In Base64.
  case base64
  /// As ECMAScript's encodeURIComponent makes it, in Base64.
  case percentBase64

  /// The text; nil if it is not written like this.
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
