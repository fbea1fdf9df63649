import Markup

/// The words that block definitions refer to as `%{BKY_NAME}` (a Blockly definition rule).
public struct MessageTable: Sendable {
  public private(set) var words: [String: String]

  public init(words: [String: String] = [:]) { self.words = words }

  /// Reads a flat JSON object of names and texts.
  /// - Throws: `MarkupError` for text that is no JSON.
  public init(json bytes: [UInt8]) throws(MarkupError) {
    let json = try JSONParser.parse(bytes)
    // A member takes two entries.
    words = Dictionary(minimumCapacity: json.size / 2)
    for (name, value) in json.members { words[name] = value.string }
  }

  /// The text with every reference replaced; an unknown one stays as it is. Messages may refer to others.
  public func resolve(_ text: String) -> String {
    var text = text
    // Ten levels are more than Blockly's own messages nest, and end a circle.
    for _ in 0..<10 {
      guard let resolved = replaceReferences(in: text), resolved != text else { break }
      text = resolved
    }
    return text
  }

  /// Goes through bytes, not characters, as every word of every definition passes here at start-up.
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
      result += words[key] ?? String(Substring(bytes[mark.start..<rest.startIndex]))
      guard let next = Self.reference(in: rest) else { return result + String(Substring(rest)) }
      mark = next
    }
  }

  /// Where the first `%{…}` begins, and where its closing bracket is.
  private static func reference(in bytes: Substring.UTF8View) -> (start: String.Index, end: String.Index)? {
    var place = bytes.startIndex
    while let percent = bytes[place...].firstIndex(of: UInt8(ascii: "%")) {
      place = bytes.index(after: percent)
      guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "{") else { continue }
      return bytes[place...].firstIndex(of: UInt8(ascii: "}")).map { (percent, $0) }
    }
    return nil
  }
}
