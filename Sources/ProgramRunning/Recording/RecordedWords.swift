import Glibc
import Markup

/// The format of values for users: as the runtime of the program's language reports them, cut to 200 characters.
public struct RecordedWords: Sendable {
  enum Style: Sendable {
    case python, javascript, lua
  }

  let style: Style
  /// The maximum length of a text, and the maximum depth to which lists are described.
  static let longest = 200
  static let deepest = 4
  /// The maximum number of items that fit into the text of a list: each takes at least three characters.
  static let mostItems = longest / 3 + 2

  /// - Parameter language: the id of the program's language; others than Mortise's own write as JavaScript does.
  public init(language: String) { style = language == "python" ? .python : language == "lua" ? .lua : .javascript }

  /// Returns a number as the language prints it.
  public func text(_ number: Double) -> String {
    switch style {
    case .javascript: NumberText.text(number)
    case .python: number.isFinite ? pythonText(number) : NumberText.text(number)
    case .lua: luaText(number)
    }
  }

  private func pythonText(_ number: Double) -> String {
    if number == 0 { return number.sign == .minus ? "-0.0" : "0.0" }
    let (bytes, pointIndex) = NumberText.shortestDigits(of: number.magnitude)
    var (digits, point) = (String(decoding: bytes, as: UTF8.self), pointIndex)
    let sign = number < 0 ? "-" : ""
    if -4 < point, point <= 16 {
      if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
      if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) + ".0" }
      return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }
    point -= 1
    let rest = digits.dropFirst()
    digits = digits.prefix(1) + (rest.isEmpty ? "" : "." + rest)
    let exponent = String(point.magnitude)
    return sign + digits + "e" + (point < 0 ? "-" : "+") + (exponent.count < 2 ? "0" : "") + exponent
  }

  /// Returns a number as C's “%.14g” writes it, with “.0” appended if it looks like an integer.
  private func luaText(_ number: Double) -> String {
    if number.isNaN { return number.sign == .minus ? "-nan" : "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    let text = Self.formatted(number)
    return text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || 48...57 ~= $0 } ? text + ".0" : text
  }

  private static func formatted(_ number: Double) -> String {
    var buffer = [CChar](repeating: 0, count: 32)
    _ = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%.14g", $0) }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// Returns a text in quotes.
  func quoted(_ text: String) -> String {
    switch style {
    case .lua:
      var result = "\""
      for scalar in text.unicodeScalars.prefix(1000) {
        switch scalar {
        case "\"", "\\": result += "\\" + String(scalar)
        case "\n": result += "\\n"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return cut(result + "\"")
    case .python, .javascript:
      var result = "\""
      var left = Self.longest
      for scalar in text.unicodeScalars {
        left -= style == .python ? 1 : scalar.utf16.count
        if left < 0 { break }
        switch scalar {
        case "\"", "\\": result += "\\" + String(scalar)
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{8}": result += "\\b"
        case "\u{C}": result += "\\f"
        case "\0"..."\u{1F}":
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        // These scalars represent lone surrogates.
        case "\u{10D800}"..."\u{10DFFF}" where style == .javascript:
          result += "\\u" + String(scalar.value - 0x100000, radix: 16)
        default: result.unicodeScalars.append(scalar)
        }
      }
      return cut(result + "\"")
    }
  }

  /// Returns a text cut to the maximum length.
  func cut(_ text: String) -> String {
    switch style {
    case .javascript:
      if text.utf16.count <= Self.longest { return text }
      var units = Array(text.utf16.prefix(Self.longest - 1))
      if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
      return String(decoding: units, as: UTF16.self) + "…"
    case .python, .lua:
      if text.unicodeScalars.count <= Self.longest { return text }
      return String(text.unicodeScalars.prefix(Self.longest - 1)) + "…"
    }
  }

  /// Returns the length of a text as the language counts it when it cuts lists.
  func length(_ text: String) -> Int {
    switch style {
    case .javascript: text.utf16.count
    case .python: text.unicodeScalars.count
    case .lua: text.utf8.count
    }
  }
}
