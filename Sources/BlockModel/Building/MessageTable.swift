import Markup

/// The texts to which block definitions refer as `%{BKY_NAME}` (a Blockly definition rule).
public struct MessageTable: Sendable {
  /// The texts by name, without `BKY_`.
  public private(set) var texts: [String: String]
  /// The language's code, such as `en` or `pt-br`; empty if it isn't known.
  public let language: String

  /// - Parameters:
  ///   - texts: the texts by their names without `BKY_`; a text may refer to others.
  ///   - language: the language's code; empty if it isn't known.
  public init(texts: [String: String] = [:], language: String = "") {
    self.texts = texts
    self.language = language
  }

  /// Reads a flat JSON object of names and texts.
  /// - Parameter base: the table with the texts that the JSON omits.
  /// - Throws: `MarkupError` for text that is not JSON.
  public init(
    json bytes: [UInt8], language: String = "", over base: MessageTable = MessageTable()
  ) throws(MarkupError) {
    let json = try JSONParser.parse(bytes)
    self.language = language
    texts = base.texts
    // A member takes two tape words.
    texts.reserveCapacity(max(texts.count, json.size / 2))
    for (name, value) in json.members { texts[name] = value.string }
  }

  /// Returns a text with every reference replaced; an unknown one stays unchanged. Messages may refer to other
  /// messages.
  public func resolve(_ text: String) -> String {
    var text = text
    // Blockly's own messages need fewer than ten levels. The limit breaks cycles.
    for _ in 0..<10 {
      guard let resolved = replaceReferences(in: text), resolved != text else { break }
      text = resolved
    }
    return text
  }

  /// Replaces the references in a text once. It scans bytes, not characters, to keep start-up short.
  /// - Returns: nil when there is no reference.
  private func replaceReferences(in text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      guard var mark = Self.reference(in: bytes[...]) else { return nil }
      if mark.count == bytes.count { return texts[Self.key(of: bytes[mark])] }
      var result: [UInt8] = []
      var rest = bytes[...]
      while true {
        result += rest[..<mark.lowerBound]
        if let text = texts[Self.key(of: bytes[mark])] { result += text.utf8 } else { result += bytes[mark] }
        rest = bytes[mark.upperBound...]
        guard let next = Self.reference(in: rest) else { return String(decoding: result + rest, as: UTF8.self) }
        mark = next
      }
    }
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the name of the text to which `%{…}` refers: in upper case, without `BKY_`.
  private static func key(of reference: Bytes) -> String {
    let name = reference.dropFirst(2).dropLast()
    if name.contains(where: { $0 >= UInt8(ascii: "a") }) {
      var upper = String(decoding: name, as: UTF8.self).uppercased()
      return upper.withUTF8 { key(ofUpperCase: $0[...]) }
    }
    return key(ofUpperCase: name)
  }

  private static func key(ofUpperCase name: Bytes) -> String {
    String(decoding: name.starts(with: "BKY_".utf8) ? name.dropFirst(4) : name, as: UTF8.self)
  }

  /// Returns the range of the first `%{…}`.
  private static func reference(in bytes: Bytes) -> Range<Int>? {
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), bytes[index + 1] == UInt8(ascii: "{") {
        return bytes[index...].firstIndex(of: UInt8(ascii: "}")).map { index..<$0 + 1 }
      }
      index += 1
    }
    return nil
  }
}
