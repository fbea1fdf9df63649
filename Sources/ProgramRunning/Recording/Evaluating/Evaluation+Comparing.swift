extension Evaluation {
  /// Whether a value counts as true.
  func isTrue(_ operand: Operand) throws(EvaluationProblem) -> Bool {
    switch operand {
    case .nothing, .undefined, .nothingOrUndefined: return false
    case .truth(let truth): return truth
    case .integer(let integer): return language == .lua || integer != 0
    case .number(let number): return language == .lua || number != 0 && (language == .python || !number.isNaN)
    case .text(let text): return language == .lua || !text.isEmpty
    case .list(let list): return language == .python ? try count(of: list) > 0 : true
    case .other:
      if language == .python { throw .unknown("whether anything but a number, text or list is true isn't known") }
      return true
    case .missing: throw .unknown("this was not recorded")
    }
  }

  // MARK: - Equality

  /// Whether two values are equal, by the language's `==`.
  func areEqual(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Bool {
    switch language {
    case .python: try arePythonEqual(left, right)
    case .javaScript: try areLooselyEqual(left, right)
    case .lua: try areStrictlyEqual(left, right)
    }
  }

  /// Whether two values are of one type and equal. Lists are equal only if they are the same list.
  func areStrictlyEqual(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Bool {
    switch (left, right) {
    case (.integer, .number), (.number, .integer), (.integer, .integer), (.number, .number):
      return order(left, right) == .equal
    case (.nothingOrUndefined, _) where right.isNothing, (_, .nothingOrUndefined) where left.isNothing:
      throw nullOrUndefined
    case (.other, .other): throw .unknown("whether these are the same isn't known")
    default: return left == right
    }
  }

  private func areLooselyEqual(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Bool {
    if left.isNothing || right.isNothing { return left.isNothing && right.isNothing }
    switch (left, right) {
    case (.list(let left), .list(let right)): return left == right
    case (.text(let left), .text(let right)): return left == right
    case (.text, .list), (.list, .text): return try text(of: left) == text(of: right)
    default: return try javaScriptNumber(left) == javaScriptNumber(right)
    }
  }

  private func arePythonEqual(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Bool {
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      try charge(1)
      switch (left, right) {
      case (.list(let first), .list(let second)):
        if first == second { continue }
        if try count(of: first) != count(of: second) { return false }
        pairs += zip(try items(of: first), try items(of: second)).reversed()
      case (.text(let first), .text(let second)): if first != second { return false }
      case (.nothing, .nothing): break
      case (.other, .other), (.other, .integer), (.other, .number), (.integer, .other), (.number, .other):
        throw .unknown("whether these are equal isn't known")
      default:
        guard numeral(left) != nil, numeral(right) != nil else { return false }
        if order(left, right) != .equal { return false }
      }
    }
    return true
  }

  // MARK: - Order

  enum Order {
    case less, equal, greater
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Order? {
    left < right ? .less : left == right ? .equal : left > right ? .greater : nil
  }

  /// Returns the order of two numbers, however many digits they have; nil for NaN, and for values other than numbers.
  func order(_ left: Operand, _ right: Operand) -> Order? {
    switch (numeral(left), numeral(right)) {
    case (.integer(let left)?, .integer(let right)?): Self.order(left, right)
    case (.number(let left)?, .number(let right)?): Self.order(left, right)
    case (.integer(let left)?, .number(let right)?): Self.order(left, right)
    case (.number(let left)?, .integer(let right)?):
      switch Self.order(right, left) {
      case .less: .greater
      case .greater: .less
      case let same: same
      }
    default: nil
    }
  }

  private static func order(_ left: Int, _ right: Double) -> Order? {
    if right.isNaN { return nil }
    if right >= 0x1p63 { return .less }
    if right < -0x1p63 { return .greater }
    let whole = Int(right.rounded(.down))
    return left == whole ? (right == right.rounded(.down) ? .equal : .less) : left < whole ? .less : .greater
  }

  static func order(_ left: Text, _ right: Text) -> Order {
    left == right ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
  }

  /// Returns the order of two values, by the language's `<`; nil if they have none, such as NaN.
  func comparison(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Order? {
    switch language {
    case .python: return try pythonComparison(left, right)
    case .javaScript:
      func primitive(_ operand: Operand) throws(EvaluationProblem) -> Operand {
        if case .list = operand { .text(try text(of: operand)) } else { operand }
      }
      let (first, second) = (try primitive(left), try primitive(right))
      if case (.text(let first), .text(let second)) = (first, second) { return Self.order(first, second) }
      return Self.order(try javaScriptNumber(first), try javaScriptNumber(second))
    case .lua:
      switch (left, right) {
      case (.text(let left), .text(let right)): return Self.order(left, right)
      case (.text, _), (_, .text): throw notComparable(left, right)
      default:
        guard numeral(left) != nil, numeral(right) != nil else { throw notComparable(left, right) }
        return order(left, right)
      }
    }
  }

  private func pythonComparison(_ left: Operand, _ right: Operand) throws(EvaluationProblem) -> Order? {
    var (left, right) = (left, right)
    while case (.list(let first), .list(let second)) = (left, right) {
      let pairs = zip(try items(of: first), try items(of: second))
      var different: (Operand, Operand)?
      for pair in pairs where try !arePythonEqual(pair.0, pair.1) {
        different = pair
        break
      }
      guard let different else { return Self.order(try count(of: first), try count(of: second)) }
      try charge(1)
      (left, right) = different
    }
    if case (.text(let left), .text(let right)) = (left, right) { return Self.order(left, right) }
    guard numeral(left) != nil, numeral(right) != nil else { throw notComparable(left, right) }
    return order(left, right)
  }

  func notComparable(_ left: Operand, _ right: Operand) -> EvaluationProblem {
    for operand in [left, right] {
      if case .other = operand { return .unknown("the order of something other than numbers or texts isn't known") }
    }
    return .failure("\(left.kind) and \(right.kind) can't be compared")
  }

  /// Compares two values by the comparison's name in its block.
  func compare(_ left: Operand, _ right: Operand, by name: String) throws(EvaluationProblem) -> Operand {
    switch name {
    case "EQ": return .truth(try areEqual(left, right))
    case "NEQ": return .truth(try !areEqual(left, right))
    default: break
    }
    guard let order = try comparison(left, right) else { return .truth(false) }
    switch name {
    case "LT": return .truth(order == .less)
    case "LTE": return .truth(order != .greater)
    case "GT": return .truth(order == .greater)
    default: return .truth(order != .less)
    }
  }
}
