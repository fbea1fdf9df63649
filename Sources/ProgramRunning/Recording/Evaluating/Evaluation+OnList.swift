import Glibc

/// The block that calculates with a list: sum, average and so on.
extension Evaluation {
  func onList(_ name: String, _ operand: Operand) throws(EvaluationProblem) -> Operand {
    if language == .javaScript, name == "MIN" || name == "MAX", operand.isNothing {
      return .number(name == "MIN" ? .infinity : -.infinity)
    }
    if language == .javaScript, name == "STD_DEV" {
      // These values have no items, and so no deviation.
      switch operand {
      case .text([]), .number, .truth: return .nothing
      default: break
      }
    }
    // Python's code looks at the items of true values only.
    if language == .python, name == "STD_DEV", try !isTrue(operand) { return .nothing }
    let items = try sequence(operand)
    switch name {
    case "SUM": return try sum(items)
    case "MIN", "MAX": return try extreme(items, isLeast: name == "MIN")
    case "AVERAGE": return try average(items)
    case "MEDIAN": return try median(items)
    case "MODE": return try modes(items)
    default: return try deviation(items)
    }
  }

  /// Returns the items of a list, and in Python the letters of a text.
  func sequence(_ operand: Operand) throws(EvaluationProblem) -> [Operand] {
    switch operand {
    case .list(let list): return try items(of: list)
    case .text(let text):
      if language == .python {
        try charge(text.count)
        return text.map { .text([$0]) }
      }
      if language == .lua { throw .unknown("a text in place of a list can't be watched in Lua") }
      throw .failure("a text isn't a list")
    case .other: throw .unknown("something that isn't a list can't be watched here")
    default: throw .failure(operand.isNothing ? "this has no value yet" : "\(operand.kind) isn't a list")
    }
  }

  private func isNumber(_ operand: Operand) -> Bool {
    switch operand {
    case .integer, .number: true
    case .truth: language == .python
    default: false
    }
  }

  // MARK: - Sums

  private func sum(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    if language == .python { return try pythonSum(items) }
    var sum: Operand = language == .javaScript ? .number(0) : .integer(0)
    for item in items { sum = try add(sum, item) }
    return sum
  }

  /// Returns Python's sum. Since 3.12, Python compensates for rounding errors.
  private func pythonSum(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    var sum: Operand = .integer(0)
    var lost = 0.0
    for item in items {
      guard numeral(item) != nil else { throw noCalculation(sum, item) }
      let before = try double(sum)
      sum = try add(sum, item)
      if case .number(let number) = item, case .number(let next) = sum {
        lost += abs(before) >= abs(number) ? (before - next) + number : (number - next) + before
      }
    }
    guard case .number(let plain) = sum, lost != 0, lost.isFinite else { return sum }
    if plain + lost != plain {
      throw .unknown("the last digit of this sum, about \(words(plain)), depends on the version of Python")
    }
    return sum
  }

  private func average(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    switch language {
    case .python:
      let numbers = items.filter(isNumber)
      if numbers.isEmpty { return .nothing }
      return .number(try double(pythonSum(numbers)) / Double(numbers.count))
    case .javaScript: return .number(try javaScriptNumber(sum(items)) / Double(items.count))
    case .lua: return items.isEmpty ? .integer(0) : try divide(sum(items), .integer(items.count))
    }
  }

  private func deviation(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    switch language {
    case .python:
      if items.isEmpty { return .nothing }
      let count = Double(items.count)
      let mean = try double(pythonSum(items)) / count
      var squares: [Operand] = []
      for item in items { squares.append(.number(try Self.pythonPower(double(item) - mean, 2))) }
      return .number((try double(pythonSum(squares)) / count).squareRoot())
    case .javaScript:
      if items.isEmpty { return .nothing }
      // Without an initial value, the others are added to the first item.
      var sum = items[0]
      for item in items.dropFirst() { sum = try add(sum, item) }
      let count = Double(items.count)
      let mean = try javaScriptNumber(sum) / count
      var squares = 0.0
      for (index, item) in items.enumerated() {
        let difference = try javaScriptNumber(item) - mean
        squares = index == 0 ? difference * difference : squares + difference * difference
      }
      return .number((squares / count).squareRoot())
    case .lua:
      let mean = try average(items)
      var (squares, count) = (Operand.integer(0), 0)
      for item in items where isNumber(item) {
        let difference = try subtract(item, mean)
        squares = try add(squares, multiply(difference, difference))
        count += 1
      }
      return .number(try double(divide(squares, .integer(count - 1))).squareRoot())
    }
  }

  // MARK: - Order

  private func extreme(_ items: [Operand], isLeast: Bool) throws(EvaluationProblem) -> Operand {
    if language == .javaScript {
      if items.count > 50_000 { throw .unknown("node may refuse lists of more than 50000 items here") }
      var result: Double = isLeast ? .infinity : -.infinity
      for item in items {
        let number = try javaScriptNumber(item)
        result = isLeast ? Self.least(result, number) : Self.greatest(result, number)
      }
      return .number(result)
    }
    guard var result = items.first else {
      if language == .lua { return .integer(0) }
      throw .failure("an empty list has no \(isLeast ? "least" : "greatest") item")
    }
    if language == .lua {
      if result == .truth(false) { result = .integer(0) }
      // The first item is compared with itself, too.
      _ = try comparison(result, items[0])
    }
    for item in items.dropFirst() {
      if try comparison(item, result) == (isLeast ? .less : .greater) { result = item }
    }
    return result
  }

  private func median(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    if language == .lua, items.isEmpty { return .integer(0) }
    var numbers = items.filter(isNumber)
    if numbers.isEmpty {
      if language == .lua { throw .failure("the list has no numbers") }
      return .nothing
    }
    try requireOrder(numbers)
    numbers.sort { order($0, $1) == .less }
    let middle = numbers.count / 2
    if numbers.count % 2 == 1 { return numbers[middle] }
    return try divide(add(numbers[middle - 1], numbers[middle]), language == .javaScript ? .number(2) : .integer(2))
  }

  /// Throws if a number is NaN, whose place depends on how a language sorts.
  func requireOrder(_ numbers: [Operand]) throws(EvaluationProblem) {
    for case .number(let number) in numbers where number.isNaN { throw .unknown("a list with NaN has no fixed order") }
  }

  private func modes(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    try requireOrder(items)
    if language == .javaScript, items.count > 50_000 {
      throw .unknown("node may refuse lists of more than 50000 items here")
    }
    var modes: [(item: Operand, count: Int)] = []
    var indices: [Operand: Int] = [:]
    for item in items {
      let key = key(item)
      var index = key.flatMap { indices[$0] }
      if key == nil {
        try charge(modes.count)
        for other in modes.indices where try areEqual(modes[other].item, item) { index = index ?? other }
      }
      if let index {
        modes[index].count += 1
      } else {
        if let key { indices[key] = modes.count }
        modes.append((item, 1))
      }
    }
    let most = modes.map(\.count).max() ?? 0
    let result = modes.filter { $0.count == most }.map(\.item)
    if language == .lua {
      if result.count > 1 { throw .unknown("several modes have no fixed order in Lua") }
      return try makeList(result.map { key($0) ?? $0 })
    }
    return try makeList(result)
  }

  /// Returns a key that equal items share, such as an integer and the same floating-point number; nil for items that
  /// have to be compared.
  private func key(_ item: Operand) -> Operand? {
    switch item {
    case .truth(let truth): language == .python ? .integer(truth ? 1 : 0) : item
    case .number(let number):
      language == .javaScript ? .number(number == 0 ? 0 : number) : Int(exactly: number).map { .integer($0) } ?? item
    case .list: language == .python ? nil : item
    case .other, .nothingOrUndefined: nil
    default: item
    }
  }
}
