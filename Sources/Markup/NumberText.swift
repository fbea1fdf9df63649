/// Formats numbers as ECMAScript does, and therefore as in every Blockly file.
public enum NumberText {
  /// Returns the shortest text that reads back as `value` (ECMAScript's Number::toString): `1`, `0.1`, `1e+21`, `1e-7`,
  /// `Infinity`, `NaN`.
  public static func text(_ value: Double) -> String {
    if value == 0 { return "0" }
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value.magnitude < 1e15, value == value.rounded(.towardZero) { return String(Int64(value)) }
    let (digits, pointIndex) = shortestDigits(of: value.magnitude)
    return (value < 0 ? "-" : "") + layOut(digits, pointIndex: pointIndex)
  }

  /// Returns the shortest digits that identify a positive number, and the decimal point's index, which may lie outside
  /// them.
  package static func shortestDigits(of value: Double) -> (digits: [UInt8], pointIndex: Int) {
    var digits: [UInt8] = []
    var parsedPoint: Int?
    var exponent = 0
    let text = Array(value.description.utf8)
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "."): parsedPoint = digits.count
      case UInt8(ascii: "e"):
        exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
        index = text.count
      case let digit: digits.append(digit)
      }
      index += 1
    }
    var pointIndex = (parsedPoint ?? digits.count) + exponent
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    pointIndex -= zeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, pointIndex)
  }

  private static func layOut(_ digits: [UInt8], pointIndex: Int) -> String {
    let count = digits.count
    func string(_ part: some Sequence<UInt8>) -> String { String(decoding: Array(part), as: UTF8.self) }
    func zeros(_ number: Int) -> String { String(repeating: "0", count: number) }
    switch pointIndex {
    case count...21: return string(digits) + zeros(pointIndex - count)
    case 1...21: return string(digits[..<pointIndex]) + "." + string(digits[pointIndex...])
    case -5...0: return "0." + zeros(-pointIndex) + string(digits)
    default:
      let exponent = pointIndex - 1
      let mantissa = count == 1 ? string(digits) : string(digits[..<1]) + "." + string(digits[1...])
      return mantissa + "e" + (exponent < 0 ? "-" : "+") + String(exponent.magnitude)
    }
  }
}
