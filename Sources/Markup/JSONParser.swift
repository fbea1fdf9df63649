import CSimdJSON

/// Reads JSON with simdjson, at any depth.
public enum JSONParser {
  /// Parses a whole document. Integers beyond 64 bits become doubles, as in ECMAScript.
  /// - Throws: `MarkupError` with the line and column of the first fault.
  public static func parse(_ bytes: [UInt8]) throws(MarkupError) -> JSONValue {
    if case .success(let value) = parseWithSimdjson(bytes) { return value }
    // Either the text is no JSON, or it is JSON that simdjson refuses.
    switch parseWithSimdjson(try JSONScanner.acceptable(bytes)) {
    case .success(let value): return value
    case .failure(let refusal):
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: refusal.words)
    }
  }

  private struct Refusal: Error { var words: String }

  private static func parseWithSimdjson(_ bytes: [UInt8]) -> Result<JSONValue, Refusal> {
    var error: Int32 = 0
    var message: UnsafePointer<CChar>?
    let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    let document = body.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { csimdjson_parse($0, buffer.count, &error, &message) }
    }
    if let document { return .success(JSONValue(storage: JSONStorage(document: document), index: 1)) }
    return .failure(Refusal(words: message.map { String(cString: $0) } ?? "the file is empty"))
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
