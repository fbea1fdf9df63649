import Glibc

/// The blocks of mathematics.
extension Evaluation {
  static let notDefined = EvaluationProblem.failure("this can't be calculated for this number")

  /// Calculates “square root”, “round” and the like.
  func function(_ name: String, _ operand: Operand) throws(EvaluationProblem) -> Operand {
    switch name {
    case "NEG": return try negated(operand)
    case "ROUND", "ROUNDUP", "ROUNDDOWN": return try rounded(operand, name)
    case "ABS":
      // In Lua, the result for an integer is an integer.
      if language == .lua, case .integer(let integer) = operand {
        return .integer(integer < 0 ? 0 &- integer : integer)
      }
      return .number(abs(try double(operand)))
    case "POW10":
      switch language {
      case .python:
        let exponent = try double(operand)
        let result = pow(10, exponent)
        if result.isInfinite, exponent.isFinite { throw Self.tooLarge }
        return .number(result)
      case .javaScript: return javaScriptPower(10, try javaScriptNumber(operand))
      case .lua: return try power(.integer(10), operand)
      }
    default: break
    }
    let number = try double(operand)
    let result = call(name, number)
    if language == .python {
      if result.isNaN, !number.isNaN { throw Self.notDefined }
      if name == "LN" || name == "LOG10", number == 0 { throw Self.notDefined }
      if result.isInfinite, number.isFinite { throw Self.tooLarge }
    }
    return name == "ROOT" ? .number(result) : approximated(result)
  }

  private func call(_ name: String, _ number: Double) -> Double {
    let radians =
      switch language {
      case .python: number / 180.0 * .pi
      case .javaScript: number / 180 * .pi
      case .lua: number * (.pi / 180.0)
      }
    func degrees(_ radians: Double) -> Double {
      language == .lua ? radians * (180.0 / .pi) : radians / .pi * 180
    }
    return switch name {
    case "ROOT": number.squareRoot()
    case "LN": log(number)
    case "LOG10": language == .javaScript ? log(number) / log(10) : log10(number)
    case "EXP": exp(number)
    case "SIN": sin(radians)
    case "COS": cos(radians)
    case "TAN": tan(radians)
    case "ASIN": degrees(asin(number))
    case "ACOS": degrees(acos(number))
    default: degrees(atan(number))
    }
  }

  /// Returns the angle of a point, in degrees.
  func angle(x: Operand, y: Operand) throws(EvaluationProblem) -> Operand {
    if language == .lua { throw .unknown("whether Lua knows “atan2” depends on how it was built") }
    let (y, x) = (try double(y), try double(x))
    return approximated(atan2(y, x) / .pi * 180)
  }

  private func negated(_ operand: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript { return .number(-(try javaScriptNumber(operand))) }
    switch numeral(operand) {
    case .integer(let integer)?:
      if integer == .min, language == .python { throw Self.tooManyDigits }
      return .integer(0 &- integer)
    case .number(let number)?: return .number(-number)
    case nil: throw noNumber(operand)
    }
  }

  private func rounded(_ operand: Operand, _ name: String) throws(EvaluationProblem) -> Operand {
    if language == .javaScript {
      let number = try javaScriptNumber(operand)
      switch name {
      case "ROUNDUP": return .number(number.rounded(.up))
      case "ROUNDDOWN": return .number(number.rounded(.down))
      default:
        let floor = number.rounded(.down)
        return .number(number - floor >= 0.5 ? number.rounded(.up) : floor)
      }
    }
    guard let numeral = numeral(operand) else { throw noNumber(operand) }
    let rule: FloatingPointRoundingRule
    var number = numeral.double
    switch (language, name) {
    case (.lua, "ROUND"):
      number += 0.5
      rule = .down
    case (_, "ROUND"): rule = .toNearestOrEven
    case (_, "ROUNDUP"): rule = .up
    default: rule = .down
    }
    if case .integer(let integer) = numeral, !(language == .lua && name == "ROUND") { return .integer(integer) }
    let result = number.rounded(rule)
    if let integer = Int(exactly: result) { return .integer(integer) }
    if language == .lua { return .number(result) }
    if result.isNaN { throw .failure("this isn't a number, so it can't be rounded") }
    if result.isInfinite { throw Self.tooLarge }
    throw Self.tooManyDigits
  }

  func constant(_ name: String) -> Operand {
    switch name {
    case "PI": .number(.pi)
    case "E": .number(M_E)
    case "GOLDEN_RATIO": .number((1 + (5.0).squareRoot()) / 2)
    case "SQRT2": .number((2.0).squareRoot())
    case "SQRT1_2": .number((0.5).squareRoot())
    default: .number(.infinity)
    }
  }

  // MARK: - Properties

  func property(_ name: String, _ operand: Operand, divisor: Operand?) throws(EvaluationProblem) -> Operand {
    let one = language == .javaScript ? Operand.number(1) : .integer(1)
    let two = language == .javaScript ? Operand.number(2) : .integer(2)
    let zero = language == .javaScript ? Operand.number(0) : .integer(0)
    func remainder(_ divisor: Operand, is other: Operand) throws(EvaluationProblem) -> Operand {
      .truth(order(try modulo(operand, divisor), other) == .equal)
    }
    switch name {
    case "EVEN": return try remainder(two, is: zero)
    case "ODD": return try remainder(two, is: one)
    case "WHOLE": return try remainder(one, is: zero)
    case "POSITIVE": return try compare(operand, zero, by: "GT")
    case "NEGATIVE": return try compare(operand, zero, by: "LT")
    case "PRIME": return .truth(try isPrime(operand))
    default: return try remainder(divisor ?? zero, is: zero)
    }
  }

  private func isPrime(_ operand: Operand) throws(EvaluationProblem) -> Bool {
    let number: Double
    switch language {
    case .javaScript: number = try javaScriptNumber(operand)
    case .lua:
      if case .text = operand { throw notComparable(operand, .integer(2)) }
      guard let numeral = numeral(operand) else { throw notComparable(operand, .integer(2)) }
      if case .integer(let integer) = numeral { return try isPrime(integer) }
      number = numeral.double
    case .python:
      if case .text(let text) = operand {
        guard case .number(let parsed)? = self.number(in: text) else { return false }
        number = parsed
      } else {
        guard let numeral = numeral(operand) else {
          if case .other = operand { throw noNumber(operand) }
          return false
        }
        if case .integer(let integer) = numeral { return try isPrime(integer) }
        number = numeral.double
      }
    }
    // Other numbers aren't integers, or are so large that they are even.
    guard let integer = Int(exactly: number) else { return false }
    return try isPrime(integer)
  }

  private func isPrime(_ number: Int) throws(EvaluationProblem) -> Bool {
    if number < 2 { return false }
    if number % 2 == 0 { return number == 2 }
    var divisor = 3
    while divisor <= number / divisor {
      if divisor & 0xFF == 1 { try charge(128) }
      if number % divisor == 0 { return false }
      divisor += 2
    }
    return true
  }

  // MARK: - Limits

  /// Returns a number limited to the range between two others.
  func constrained(_ value: Operand, _ low: Operand, _ high: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript {
      let numbers = (try javaScriptNumber(value), try javaScriptNumber(low), try javaScriptNumber(high))
      return .number(Self.least(Self.greatest(numbers.0, numbers.1), numbers.2))
    }
    if language == .lua {
      for operand in [value, low, high] {
        if case .text = operand { throw .unknown("texts in place of numbers can't be compared here") }
        if numeral(operand) == nil { throw noNumber(operand) }
      }
    }
    let raised = try comparison(low, value) == .greater ? low : value
    return try comparison(high, raised) == .less ? high : raised
  }

  /// Returns JavaScript's `Math.max` of two numbers.
  static func greatest(_ first: Double, _ second: Double) -> Double {
    if first.isNaN || second.isNaN { return .nan }
    if first == 0, second == 0 { return first.sign == .minus ? second : first }
    return first > second ? first : second
  }

  /// Returns JavaScript's `Math.min` of two numbers.
  static func least(_ first: Double, _ second: Double) -> Double { -greatest(-first, -second) }
}
