import CSimdJSON

/// Reads JSON with simdjson, at any depth.
public enum JSONParser {
  /// Parses a whole document. Integers beyond 64 bits become doubles, as in ECMAScript.
  /// - Throws: `MarkupError` with the line and column of the first error.
  public static func parse(_ bytes: [UInt8]) throws(MarkupError) -> JSONValue {
    switch parseWithSimdjson(bytes) {
    case .success(let value): return value
    case .failure(let refusal): if refusal.isOutOfMemory { throw .outOfMemory }
    }
    // The text is either invalid or JSON that simdjson rejects.
    switch parseWithSimdjson(try JSONScanner.acceptable(bytes)) {
    case .success(let value): return value
    case .failure(let refusal):
      if refusal.isOutOfMemory { throw .outOfMemory }
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: refusal.message)
    }
  }

  /// Parses a whole document that may not be JSON.
  /// - Returns: nil if it isn't JSON.
  /// - Throws: `MarkupError` if memory runs out.
  package static func parseIfValid(_ bytes: [UInt8]) throws(MarkupError) -> JSONValue? {
    do { return try parse(bytes) } catch {
      if error.isOutOfMemory { throw error }
      return nil
    }
  }

  private struct Refusal: Error {
    var message: String
    var isOutOfMemory: Bool
  }

  private static func parseWithSimdjson(_ bytes: [UInt8]) -> Result<JSONValue, Refusal> {
    var error: Int32 = 0
    var message: UnsafePointer<CChar>?
    let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    let document = body.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { csimdjson_parse($0, buffer.count, &error, &message) }
    }
    if let document { return .success(JSONValue(storage: JSONStorage(document: document), index: 1)) }
    return .failure(
      Refusal(
        message: message.map { String(cString: $0) } ?? "the file is empty",
        isOutOfMemory: csimdjson_is_out_of_memory(error) != 0))
  }

  /// Parses text.
  /// - Throws: `MarkupError` with the line and column of the first error.
  public static func parse(_ text: String) throws(MarkupError) -> JSONValue { try parse(Array(text.utf8)) }

  /// Whether JSON can hold a text as a number: it matches the grammar, and isn't out of range.
  public static func isNumber(_ text: String) -> Bool {
    JSONScanner.isNumber(Array(text.utf8)[...]) && Double(text)?.isFinite == true
  }

  /// Returns the source positions of values, keyed by their `tapeIndex`.
  public static func positions(of indices: [Int], in bytes: [UInt8]) -> [Int: SourcePosition] {
    JSONScanner.positions(of: indices, in: bytes)
  }

  /// Returns the byte ranges of values in the text, keyed by their `tapeIndex`.
  public static func ranges(of indices: [Int], in bytes: [UInt8]) -> [Int: Range<Int>] {
    JSONScanner.ranges(of: indices, in: bytes)
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
