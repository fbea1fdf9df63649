import Markup

/// Reads attributes: `@name`, or `@name(JSON, …)`.
enum AttributeText {
  static func name(of token: Token, in bytes: [UInt8]) -> String {
    let name = bytes[Int(token.start)..<Int(token.end)].dropFirst().prefix { $0.isLetter || $0.isDigit }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the values in parentheses; nil if they aren't JSON.
  static func values(of token: Token, in bytes: [UInt8]) -> [JSONValue]? {
    let text = bytes[Int(token.start)..<Int(token.end)]
    guard let start = text.firstIndex(of: UInt8(ascii: "(")) else { return [] }
    let body = text[(start + 1)...].dropLast()
    let list = [UInt8(ascii: "[")] + body + [UInt8(ascii: "]")]
    return (try? JSONParser.parse(list)).map { Array($0.elements) }
  }
}
