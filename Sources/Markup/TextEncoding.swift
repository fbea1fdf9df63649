/// The encodings of program files. All parsing works on UTF-8; other encodings are converted to it first.
public enum TextEncoding: String, Hashable, Sendable {
  /// The encoding of nearly all files, with or without a byte order mark.
  case utf8 = "UTF-8"
  /// UTF-16, the low byte of each unit first.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, the high byte of each unit first.
  case utf16BigEndian = "UTF-16BE"
  /// Used only when an XML declaration specifies it.
  case latin1 = "ISO-8859-1"

  /// Detects the encoding of a file from its byte order mark, from the zero byte of a UTF-16 `<` or `{` at its start,
  /// or from its XML declaration. The default is UTF-8.
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

  /// Converts the text to UTF-8, without a UTF-16 byte order mark.
  /// - Throws: `MarkupError` if the UTF-16 is invalid.
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
    var offset = 0
    func unit(at index: Int) -> UInt16? {
      guard index + 1 < bytes.count else { return nil }
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return self == .utf16LittleEndian ? first | second << 8 : second | first << 8
    }
    if unit(at: 0) == 0xFEFF { offset = 2 }
    while let high = unit(at: offset) {
      offset += 2
      var value = UInt32(high)
      if high & 0xFC00 == 0xD800, let low = unit(at: offset), low & 0xFC00 == 0xDC00 {
        value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
        offset += 2
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw fault("unpaired surrogate in the UTF-16")
      }
      text.append(contentsOf: scalar.utf8)
    }
    if offset < bytes.count { throw fault("the text ends in the middle of a UTF-16 character") }
    return text
  }

  /// Returns the offset of the first byte that is not valid UTF-8; nil when all of the text is valid.
  static func firstFault(inUTF8 bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    // Every prefix of valid text is valid (if it ends between characters), so a binary search finds the offset.
    var validCount = 0
    var length = bytes.count
    while length > 0 {
      var end = min(bytes.count, validCount + length)
      while end > validCount, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      if end > validCount, String(validating: bytes[validCount..<end], as: UTF8.self) != nil {
        validCount = end
      } else {
        length /= 2
      }
    }
    return validCount
  }

  /// Returns the error message for an invalid UTF-8 byte.
  static func cause(ofInvalid byte: UInt8) -> String {
    "the text is not valid UTF-8 (byte 0x\(String(byte, radix: 16, uppercase: true)))"
  }
}
