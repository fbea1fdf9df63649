import Markup

/// The words that block definitions refer to as `%{BKY_NAME}` (a Blockly definition rule).
public struct MessageTable: Sendable {
  public private(set) var words: [String: String]

  public init(words: [String: String] = [:]) { self.words = words }

  /// Reads a flat JSON object of names and texts.
  /// - Throws: `MarkupError` for text that is no JSON.
  public init(json bytes: [UInt8]) throws(MarkupError) {
    words = [:]
    for (name, value) in try JSONParser.parse(bytes).members { words[name] = value.string }
  }

  /// The text with every reference replaced; an unknown one stays as it is. Messages may refer to others.
  public func resolve(_ text: String) -> String {
    var text = text
    // Ten levels are more than Blockly's own messages nest, and end a circle.
    for _ in 0..<10 {
      guard text.contains("%{") else { break }
      let resolved = replaceReferences(in: text)
      if resolved == text { break }
      text = resolved
    }
    return text
  }

  private func replaceReferences(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "%{") {
      result += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      guard let end = rest.firstIndex(of: "}") else { break }
      let name = rest[start.upperBound..<end].uppercased()
      let key = name.hasPrefix("BKY_") ? String(name.dropFirst(4)) : name
      result += words[key] ?? String(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
