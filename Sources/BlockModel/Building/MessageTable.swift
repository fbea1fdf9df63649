import Markup

/// The texts to which block definitions refer as `%{BKY_NAME}` (a Blockly definition rule).
public struct MessageTable: Sendable {
  /// The texts by name, without `BKY_`.
  public private(set) var texts: [String: String]
  /// The language's code, such as `en` or `pt-br`; empty if it isn't known.
  public let language: String

  /// - Parameters:
  ///   - texts: by names without `BKY_`; a text may refer to others.
  ///   - language: the language's code; empty if it isn't known.
  public init(texts: [String: String] = [:], language: String = "") {
    self.texts = texts
    self.language = language
  }

  /// Reads a flat JSON object of names and texts.
  /// - Parameter base: has the texts that the JSON leaves out.
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

  /// Replaces every reference in a text; an unknown one stays unchanged. Messages may refer to other messages.
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
    let bytes = text.utf8
    guard var mark = Self.reference(in: bytes[...]) else { return nil }
    var result = ""
    var rest = bytes[...]
    while true {
      result += String(Substring(rest[..<mark.start]))
      let name = Substring(bytes[bytes.index(mark.start, offsetBy: 2)..<mark.end]).uppercased()
      let key = name.hasPrefix("BKY_") ? String(name.dropFirst(4)) : name
      rest = bytes[bytes.index(after: mark.end)...]
      result += texts[key] ?? String(Substring(bytes[mark.start..<rest.startIndex]))
      guard let next = Self.reference(in: rest) else { return result + String(Substring(rest)) }
      mark = next
    }
  }

  /// Returns the indices of the first `%{…}` and of its closing brace.
  private static func reference(in bytes: Substring.UTF8View) -> (start: String.Index, end: String.Index)? {
    var index = bytes.startIndex
    while let percent = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = bytes.index(after: percent)
      guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") else { continue }
      return bytes[index...].firstIndex(of: UInt8(ascii: "}")).map { (percent, $0) }
    }
    return nil
  }
}
