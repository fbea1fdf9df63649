/// The encodings in which program files come. Everything here works on UTF-8; other encodings are turned into it first.
public enum TextEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Only where an XML declaration says so.
  case latin1 = "ISO-8859-1"

  /// The encoding of a file: by its byte order mark, by the zero bytes that its first character has in UTF-16, or by its
  /// XML declaration; else UTF-8.
  public static func of(_ bytes: [UInt8]) -> TextEncoding {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    if bytes.count >= 2 {
      let isMark = { (byte: UInt8) in byte == UInt8(ascii: "<") || byte == UInt8(ascii: "{") }
      if isMark(bytes[0]), bytes[1] == 0 { return .utf16LittleEndian }
      if isMark(bytes[1]), bytes[0] == 0 { return .utf16BigEndian }
    }
    let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>") else { return .utf8 }
    let declaration = start[..<end.lowerBound]
    return ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains { declaration.contains("\"\($0)\"") }
      || declaration.contains("'iso-8859-1'") ? .latin1 : .utf8
  }

  /// The text in UTF-8, without a byte order mark of UTF-16.
  /// - Throws: `MarkupError` where UTF-16 is broken.
  public func utf8(_ bytes: [UInt8]) throws(MarkupError) -> [UInt8] {
    switch self {
    case .utf8: return bytes
    case .latin1:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      for byte in bytes { text.append(contentsOf: Unicode.Scalar(byte).utf8) }
      return text
    case .utf16LittleEndian, .utf16BigEndian: return try fromUTF16(bytes)
    }
  }

  private func fromUTF16(_ bytes: [UInt8]) throws(MarkupError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    func fault(_ cause: String) -> MarkupError {
      MarkupError(position: SourcePosition(offset: text.count, in: text), cause: cause)
    }
    var place = 0
    func unit(at place: Int) -> UInt16? {
      guard place + 1 < bytes.count else { return nil }
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return self == .utf16LittleEndian ? first | second << 8 : second | first << 8
    }
    if unit(at: 0) == 0xFEFF { place = 2 }
    while let high = unit(at: place) {
      place += 2
      var value = UInt32(high)
      if high & 0xFC00 == 0xD800, let low = unit(at: place), low & 0xFC00 == 0xDC00 {
        value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
        place += 2
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw fault("half of a surrogate pair stands alone in the UTF-16")
      }
      text.append(contentsOf: scalar.utf8)
    }
    if place < bytes.count { throw fault("the text ends in the middle of a UTF-16 character") }
    return text
  }

  /// Where text stops being valid UTF-8; nil when all of it is.
  static func firstFault(inUTF8 bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    // Validity of a prefix that ends between characters only ever turns from true to false, so halving finds the place.
    var good = 0
    var step = bytes.count
    while step > 0 {
      var end = min(bytes.count, good + step)
      while end > good, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      if end > good, String(validating: bytes[good..<end], as: UTF8.self) != nil { good = end } else { step /= 2 }
    }
    return good
  }

  /// What is wrong with a byte that is no UTF-8.
  static func cause(ofInvalid byte: UInt8) -> String {
    "the text is not valid UTF-8 (byte 0x\(String(byte, radix: 16, uppercase: true)))"
  }
}
