import Markup

/// Reads mutation values as leniently as Blockly does.
enum MutatorValues {
  /// The maximum number of inputs, because a count in a file can't be trusted.
  static let maximumCount = 10_000

  static func clamped(_ count: Int) -> Int { min(max(count, 0), maximumCount) }

  /// Parses a count like ECMAScript's parseInt (digits up to the first other character), clamped to 0...`maximumCount`;
  /// nil when it is not a number.
  static func count(_ text: String?) -> Int? {
    guard let text else { return nil }
    var rest = text.drop { $0.isWhitespace }
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if digits.isEmpty { return nil }
    // A number that overflows exceeds the maximum.
    return isNegative ? 0 : clamped(Int(digits) ?? maximumCount)
  }

  /// Reads a count from a JSON number, or from a string that contains one.
  static func count(_ json: JSONValue?) -> Int? {
    guard let number = json?.number else { return count(json?.string) }
    return Int(min(max(number, 0), Double(maximumCount)))
  }

  /// Whether the value is truthy in ECMAScript.
  static func isTrue(_ json: JSONValue?) -> Bool {
    guard let json else { return false }
    return switch json.kind {
    case .boolean: json.boolean ?? false
    case .number: json.number != 0
    case .string: json.string != ""
    case .null: false
    case .object, .array: true
    }
  }
}

extension String {
  /// Returns the number after `prefix`, as in `ADD12`; nil for any other name.
  package func number(after prefix: String) -> Int? {
    guard hasPrefix(prefix) else { return nil }
    let digits = utf8.dropFirst(prefix.utf8.count)
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(Substring(digits)) ?? .max
  }
}
