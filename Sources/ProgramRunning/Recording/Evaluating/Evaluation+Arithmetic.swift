import Glibc

extension Evaluation {
  /// A number of a language that distinguishes integers from other numbers.
  enum Numeral {
    case integer(Int)
    case number(Double)

    var double: Double {
      switch self {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      }
    }
  }

  /// Returns a value as an operand of arithmetic in Python and Lua; nil if it can't be one.
  func numeral(_ operand: Operand) -> Numeral? {
    switch operand {
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .truth(let truth): return language == .python ? .integer(truth ? 1 : 0) : nil
    case .text(let text):
      guard language == .lua, let number = number(in: text) else { return nil }
      return numeral(number)
    default: return nil
    }
  }

  /// Returns a value converted to a number, as in JavaScript.
  func javaScriptNumber(_ operand: Operand) throws(EvaluationProblem) -> Double {
    switch operand {
    case .number(let number): return number
    case .integer(let integer): return Double(integer)
    case .truth(let truth): return truth ? 1 : 0
    case .nothing: return 0
    case .undefined: return .nan
    case .nothingOrUndefined: throw nullOrUndefined
    case .text, .list:
      guard case .number(let number)? = number(in: try text(of: operand)) else { return .nan }
      return number
    case .other, .missing: throw .unknown("this can't be calculated with something that isn't a number, text or list")
    }
  }

  /// Returns a value as a floating-point number, as the language's mathematical functions convert it.
  func double(_ operand: Operand) throws(EvaluationProblem) -> Double {
    if language == .javaScript { return try javaScriptNumber(operand) }
    guard let numeral = numeral(operand) else { throw noNumber(operand) }
    return numeral.double
  }

  func noNumber(_ operand: Operand) -> EvaluationProblem {
    if case .other = operand { return .unknown("this can't be calculated with something that isn't a number or text") }
    return .failure(
      operand.isNothing ? "this has no value yet" : "\(operand.kind) isn't a number")
  }

  func noCalculation(_ left: Operand, _ right: Operand) -> EvaluationProblem {
    for operand in [left, right] {
      if case .other = operand { return noNumber(operand) }
    }
    if left.isNothing || right.isNothing { return .failure("this has no value yet") }
    return .failure("this can't be calculated with \(left.kind) and \(right.kind)")
  }

  static let tooManyDigits = EvaluationProblem.unknown("the number has more than 64 bits, too many to be watched")

  private func numerals(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> (Numeral, Numeral) {
    guard let first = numeral(left), let second = numeral(right) else { throw noCalculation(left, right) }
    return (first, second)
  }

  // MARK: - Operators

  func add(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript {
      let isText = [left, right].contains {
        switch $0 {
        case .text, .list: true
        default: false
        }
      }
      if isText { return .text(try concatenated(text(of: left), text(of: right))) }
      return .number(try javaScriptNumber(left) + javaScriptNumber(right))
    }
    if language == .python {
      switch (left, right) {
      case (.text(let left), .text(let right)): return .text(try concatenated(left, right))
      case (.list(let left), .list(let right)): return try makeList(items(of: left) + items(of: right))
      default: break
      }
    }
    return try whole(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 })
  }

  func concatenated(_ left: Text, _ right: Text) throws(EvaluationProblem) -> Text {
    try charge(left.count + right.count)
    return left + right
  }

  func subtract(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript { return .number(try javaScriptNumber(left) - javaScriptNumber(right)) }
    return try whole(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  func multiply(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript { return .number(try javaScriptNumber(left) * javaScriptNumber(right)) }
    if language == .python {
      if let repeated = try repeated(left, right) { return repeated }
      if let repeated = try repeated(right, left) { return repeated }
    }
    return try whole(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  /// Returns a text or list multiplied by an integer, as in Python; nil for other operands.
  func repeated(_ sequence: Operand, _ count: Operand) throws(EvaluationProblem) -> Operand? {
    guard case .integer(let count)? = numeral(count) else { return nil }
    switch sequence {
    case .text(let text): return .text(try repeated(text, count))
    case .list(let list): return try makeList(repeated(items(of: list), count))
    default: return nil
    }
  }

  func repeated<Element>(_ items: [Element], _ count: Int) throws(EvaluationProblem) -> [Element] {
    let count = max(0, count)
    let total = items.count.multipliedReportingOverflow(by: count)
    if total.overflow || total.partialValue > Self.mostEffort {
      throw .unknown("this would have more than \(Self.mostEffort) items or characters")
    }
    try charge(total.partialValue)
    return Array(repeatElement(items, count: items.isEmpty ? 0 : count).joined())
  }

  private func whole(
    _ left: Operand, _ right: Operand, _ integers: (Int, Int) -> (partialValue: Int, overflow: Bool),
    _ numbers: (Double, Double) -> Double
  ) throws(EvaluationProblem) -> Operand {
    switch try numerals(left, right) {
    case (.integer(let first), .integer(let second)):
      let (value, overflow) = integers(first, second)
      // Lua's integers wrap around.
      if overflow, language == .python { throw Self.tooManyDigits }
      return .integer(value)
    case (let first, let second): return .number(numbers(first.double, second.double))
    }
  }

  func divide(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript { return .number(try javaScriptNumber(left) / javaScriptNumber(right)) }
    let (first, second) = try numerals(left, right)
    if language == .lua { return .number(first.double / second.double) }
    if second.double == 0 { throw Self.divisionByZero }
    if case (.integer(let first), .integer(let second)) = (first, second) {
      return .number(Self.quotient(first, second))
    }
    return .number(first.double / second.double)
  }

  static let divisionByZero = EvaluationProblem.failure("division by zero")

  /// Returns Python's quotient of two integers: rounded once, however long they are.
  private static func quotient(_ dividend: Int, _ divisor: Int) -> Double {
    let exact: UInt = 1 << 53
    if dividend.magnitude <= exact, divisor.magnitude <= exact { return Double(dividend) / Double(divisor) }
    // As many bits as fit, and a lowest one for the remainder.
    let shift = UInt128(dividend.magnitude).leadingZeroBitCount
    let divided = (UInt128(dividend.magnitude) << shift).quotientAndRemainder(
      dividingBy: UInt128(divisor.magnitude))
    let value = scalbn(Double(divided.quotient | (divided.remainder == 0 ? 0 : 1)), Int32(-shift))
    return (dividend < 0) != (divisor < 0) ? -value : value
  }

  func modulo(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript { return .number(fmod(try javaScriptNumber(left), try javaScriptNumber(right))) }
    if language == .python, case .text = left {
      throw .unknown("the remainder of a text formats it, which isn't done here")
    }
    let (first, second) = try numerals(left, right)
    if case (.integer(let first), .integer(let second)) = (first, second) {
      if second == 0 { throw Self.divisionByZero }
      if second == -1 { return .integer(0) }
      let remainder = first % second
      return .integer(remainder != 0 && (remainder < 0) != (second < 0) ? remainder + second : remainder)
    }
    let divisor = second.double
    if language == .python, divisor == 0 { throw Self.divisionByZero }
    var remainder = fmod(first.double, divisor)
    if language == .python, remainder == 0 { return .number(copysign(0, divisor)) }
    if remainder != 0, (remainder < 0) != (divisor < 0) { remainder += divisor }
    return .number(remainder)
  }

  func power(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript {
      let (base, exponent) = (try javaScriptNumber(left), try javaScriptNumber(right))
      return javaScriptPower(base, exponent)
    }
    let (first, second) = try numerals(left, right)
    if language == .lua {
      return .number(second.double == 2 ? first.double * first.double : pow(first.double, second.double))
    }
    if case (.integer(let base), .integer(let exponent)) = (first, second), exponent >= 0 {
      return .integer(try Self.integerPower(base, exponent))
    }
    return .number(try Self.pythonPower(first.double, second.double))
  }

  func javaScriptPower(_ base: Double, _ exponent: Double) -> Operand {
    if exponent.isNaN || base.magnitude == 1 && exponent.isInfinite { return .number(.nan) }
    return approximated(pow(base, exponent))
  }

  private static func integerPower(_ base: Int, _ exponent: Int) throws(EvaluationProblem) -> Int {
    if base.magnitude <= 1 { return exponent == 0 ? 1 : base == -1 && exponent % 2 == 0 ? 1 : base }
    var result = 1
    for _ in 0..<min(exponent, 64) {
      let (value, overflow) = result.multipliedReportingOverflow(by: base)
      if overflow { throw tooManyDigits }
      result = value
    }
    return result
  }

  /// Returns Python's power of floating-point numbers.
  static func pythonPower(_ base: Double, _ exponent: Double) throws(EvaluationProblem) -> Double {
    if base == 0, exponent < 0 { throw divisionByZero }
    if base < 0, base.isFinite, exponent.isFinite, exponent != exponent.rounded() {
      throw .unknown("the power is a complex number, which can't be watched")
    }
    let result = pow(base, exponent)
    if result.isInfinite, base.isFinite, exponent.isFinite { throw tooLarge }
    return result
  }

  static let tooLarge = EvaluationProblem.failure("a number is too large")
}
