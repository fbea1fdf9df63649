import Markup

/// How mutators read what files hold, as leniently as Blockly does.
enum MutatorValues {
  /// The most inputs that a file can ask for: a count is not to be trusted.
  static let maximumCount = 10_000

  static func clamped(_ count: Int) -> Int { min(max(count, 0), maximumCount) }

  /// A count as ECMAScript's parseInt reads it (digits up to the first other character), within its limits; nil for no
  /// number.
  static func count(_ text: String?) -> Int? {
    guard let text else { return nil }
    var rest = text.drop { $0.isWhitespace }
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if digits.isEmpty { return nil }
    // What does not fit is more than the maximum.
    return isNegative ? 0 : clamped(Int(digits) ?? maximumCount)
  }

  /// A count in JSON: a number, or a text that holds one.
  static func count(_ json: JSONValue?) -> Int? {
    guard let number = json?.number else { return count(json?.string) }
    return Int(min(max(number, 0), Double(maximumCount)))
  }

  /// Whether ECMAScript takes the value for true.
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
  /// The number behind `prefix`, as in `ADD12`; nil for another name.
  func number(after prefix: String) -> Int? {
    guard hasPrefix(prefix) else { return nil }
    let digits = utf8.dropFirst(prefix.utf8.count)
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(Substring(digits)) ?? .max
  }
}
