import CSimdJSON

/// Reads JSON with simdjson, at any depth.
public enum JSONParser {
  /// Parses a whole document.
  /// - Throws: `MarkupError` with the line and column of the first fault.
  public static func parse(_ bytes: [UInt8]) throws(MarkupError) -> JSONValue {
    var error: Int32 = 0
    var message: UnsafePointer<CChar>?
    let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    let document = body.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { csimdjson_parse($0, buffer.count, &error, &message) }
    }
    if let document { return JSONValue(storage: JSONStorage(document: document), index: 1) }
    let words = message.map { String(cString: $0) } ?? "the file is empty"
    throw JSONScanner.firstFault(in: bytes) ?? MarkupError(position: SourcePosition(line: 1, column: 1), cause: words)
  }

  /// Parses text.
  /// - Throws: `MarkupError` with the line and column of the first fault.
  public static func parse(_ text: String) throws(MarkupError) -> JSONValue { try parse(Array(text.utf8)) }

  /// Where values stand in the text they were parsed from, by their `place`.
  public static func positions(of places: [Int], in bytes: [UInt8]) -> [Int: SourcePosition] {
    JSONScanner.positions(of: places, in: bytes)
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
