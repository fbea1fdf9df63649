import Markup

/// A number with limits (`field_number`).
public class FieldNumber: Field, DefinedField {
  public class var typeName: String { "field_number" }

  /// The limits of a number: `min`, `max` and `precision` of definitions.
  public struct Limits: Hashable, Sendable {
    /// The smallest number; `-.infinity` for no limit.
    public var minimum: Double
    /// The largest number; `.infinity` for no limit.
    public var maximum: Double
    /// Values are rounded to multiples of this; 0 for no rounding.
    public var precision: Double

    /// Creates limits; those that are omitted allow any number.
    public init(minimum: Double = -.infinity, maximum: Double = .infinity, precision: Double = 0) {
      self.minimum = minimum
      self.maximum = maximum
      self.precision = precision
    }
  }

  /// The number. A loaded one may be beyond the limits, which `problem` reports.
  public private(set) var value: Double
  /// The limits to which a typed number is clamped and rounded.
  public let limits: Limits
  /// The loaded text, if it is not a number.
  private var invalidText: String?
  /// The loaded number, if its text differs from Blockly's form.
  private var numeral: FieldState?

  /// - Parameter value: the initial number; it is clamped to the limits and rounded.
  public init(name: String?, value: Double, limits: Limits = Limits()) {
    self.limits = limits
    self.value = value
    super.init(name: name)
    self.value = constrained(value)
  }

  public required convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, value: definition.number("value") ?? 0, limits: Limits(definition))
  }

  /// Creates a copy with the same value, even if it is out of range.
  init(copying other: FieldNumber) {
    limits = other.limits
    value = other.value
    invalidText = other.invalidText
    numeral = other.numeral
    super.init(name: other.name)
  }

  override public var text: String { invalidText ?? NumberText.text(value) }
  override public var isEditable: Bool { true }
  override public var editing: FieldEditing { .text(text, isMultiline: false, hint: limits.hint) }
  override public var shape: FieldShape { .number }
  override public var wording: FieldWording { .number }
  override public var code: FieldCode { .number(value) }
  override public func spokenDescription(of text: String) -> String { "number \(text)" }
  override public var isSaved: Bool { true }
  override public var state: FieldState? {
    if let invalidText { return .text(invalidText) }
    return numeral ?? .number(value)
  }

  override public func describe(to json: inout JSONWriter) {
    json.member("value", value)
    if limits.minimum.isFinite { json.member("min", limits.minimum) }
    if limits.maximum.isFinite { json.member("max", limits.maximum) }
    if limits.precision > 0 { json.member("precision", limits.precision) }
  }

  override public func load(_ state: FieldState, variables: VariableMap) {
    (invalidText, numeral) = (nil, nil)
    switch state {
    case .number(let number):
      value = number
      return
    case .numeral(_, let number, _):
      (value, numeral) = (number, state)
      return
    default: break
    }
    let text = state.text
    guard let number = Self.parse(text) else {
      invalidText = text
      return
    }
    value = number
    if !Self.isPlain(text), NumberText.text(number) != text {
      numeral = .numeral(text, value: number, isQuoted: true)
    }
  }

  override public var problem: String? {
    if let invalidText { return "“\(invalidText)” isn't a number" }
    if value < limits.minimum { return "\(NumberText.text(value)) is less than \(NumberText.text(limits.minimum))" }
    if value > limits.maximum { return "\(NumberText.text(value)) is more than \(NumberText.text(limits.maximum))" }
    return nil
  }

  /// Applies Blockly's rules: clamps to the limits, then rounds to the precision, and rejects anything but a number.
  /// - Throws: `FieldError` if the text isn't a number.
  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    let number = try number(forInput: text)
    // The value is unchanged, so its text is kept.
    if let numeral, number == value { return numeral }
    return .number(number)
  }

  fileprivate func number(forInput text: String) throws(FieldError) -> Double {
    guard let number = Self.parse(text), !number.isNaN else { throw FieldError("“\(text)” isn't a number") }
    return constrained(number)
  }

  override public func remark(onInput text: String) -> String? {
    guard let typed = Self.parse(text), let taken = try? number(forInput: text), typed != taken else { return nil }
    return "\(requirement(on: typed)); \(NumberText.text(taken)) was used"
  }

  /// Returns the requirement that a number violates: `must be between 1 and 10`.
  private func requirement(on number: Double) -> String {
    let (minimum, maximum) = (NumberText.text(limits.minimum), NumberText.text(limits.maximum))
    if number < limits.minimum || number > limits.maximum {
      if !limits.maximum.isFinite { return "must be at least \(minimum)" }
      if !limits.minimum.isFinite { return "must be at most \(maximum)" }
      return "must be between \(minimum) and \(maximum)"
    }
    return limits.precision == 1
      ? "must be a whole number" : "must be a multiple of \(NumberText.text(limits.precision))"
  }

  override public func copy() -> Field { FieldNumber(copying: self) }

  func constrained(_ number: Double) -> Double {
    let limited = min(max(number, limits.minimum), limits.maximum)
    guard limits.precision > 0, limited.isFinite else { return limited }
    let rounded = (limited / limits.precision).rounded() * limits.precision
    // 0.1 * 3 is not 0.3, so round to the precision's number of decimals.
    let decimals = NumberText.text(limits.precision).split(separator: ".").dropFirst().first?.count ?? 0
    guard decimals > 0 else { return rounded }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (rounded * scale).rounded() / scale
  }

  /// Parses user input as Blockly does: the letter O is 0, thousands commas are dropped, `0x10` is 16, and empty text
  /// is 0.
  public static func parse(_ text: String) -> Double? {
    if let integer = plainInteger(text) { return integer }
    var cleaned = String(text.filter { $0 != "," && !$0.isWhitespace }.map { $0 == "O" || $0 == "o" ? "0" : $0 })
    if cleaned.isEmpty { return 0 }
    switch cleaned.lowercased() {
    case "infinity", "+infinity": return .infinity
    case "-infinity": return -.infinity
    default: break
    }
    for (prefix, radix) in [("0x", 16), ("0b", 2)] where cleaned.lowercased().hasPrefix(prefix) {
      return UInt64(cleaned.dropFirst(2), radix: radix).map { Double($0) }
    }
    guard cleaned.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return nil }
    if cleaned.hasPrefix(".") || cleaned.hasPrefix("-.") || cleaned.hasPrefix("+.") {
      cleaned.replace(".", with: "0.", maxReplacements: 1)
    }
    if cleaned.hasSuffix(".") { cleaned.removeLast() }
    return Double(cleaned)
  }
}

extension FieldNumber {
  /// Whether a text is a number in Blockly's form, without parsing it: a positive integer of up to 15 digits, as nearly
  /// all numbers in files are.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 15 else { return false }
    return (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Parses up to 15 digits with an optional sign. Nearly all numbers in files have this form.
  private static func plainInteger(_ text: String) -> Double? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? text.utf8.dropFirst() : text.utf8[...]
    guard (1...15).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -Double(value) : Double(value)
  }
}

extension FieldNumber.Limits {
  init(_ definition: FieldDefinition) {
    self.init(
      minimum: definition.number("min") ?? -.infinity, maximum: definition.number("max") ?? .infinity,
      precision: max(0, definition.number("precision") ?? 0))
  }

  /// A description of valid input.
  var hint: String {
    var hint = precision == 1 ? "a whole number" : "a number"
    if minimum.isFinite { hint += ", at least \(NumberText.text(minimum))" }
    if maximum.isFinite { hint += ", at most \(NumberText.text(maximum))" }
    return hint
  }
}

/// An angle in degrees (`field_angle` in older Blockly versions).
public final class FieldAngle: FieldNumber {
  /// The angle, in degrees, beyond which values wrap around; Blockly's default.
  public static let wrap = 360.0

  override public class var typeName: String { "field_angle" }

  public required convenience init(_ definition: FieldDefinition) {
    self.init(
      name: definition.name, value: definition.number("angle") ?? definition.number("value") ?? 0,
      limits: Limits(definition))
  }

  override fileprivate func number(forInput text: String) throws(FieldError) -> Double {
    var number = try super.number(forInput: text)
    guard number.isFinite else { throw FieldError("“\(text)” isn't an angle") }
    number.formTruncatingRemainder(dividingBy: 360)
    if number < 0 { number += 360 }
    if number > Self.wrap { number -= 360 }
    return constrained(number)
  }

  override public func remark(onInput text: String) -> String? {
    guard let typed = Self.parse(text), let taken = try? number(forInput: text), typed != taken else { return nil }
    return "\(NumberText.text(typed))° is the same as \(NumberText.text(taken))°"
  }

  override public var text: String { super.text + "°" }
  override public var editing: FieldEditing { .text(super.text, isMultiline: false, hint: "degrees") }

  override public func copy() -> Field { FieldAngle(copying: self) }
}
