/// The block that sorts.
extension Evaluation {
  /// The key by which an item is sorted.
  private enum SortKey {
    case number(Double)
    case text(Text)
  }

  func sorted(_ list: Operand, _ kind: String, isAscending: Bool) throws(EvaluationProblem) -> Operand {
    if language == .javaScript, case .text = list { throw .failure("a text isn't a list") }
    var keyed: [(key: SortKey, item: Operand)] = []
    for item in try sequence(list) { keyed.append((try key(item, kind), item)) }
    try charge(keyed.count * 8)
    let ordered = keyed.enumerated().sorted { first, second in
      let (left, right) = isAscending ? (first, second) : (second, first)
      switch Self.order(left.element.key, right.element.key) {
      case .less: return true
      case .greater: return false
      case .equal: return first.offset < second.offset
      }
    }.map(\.element)
    // Python's sort keeps the order of equal items, and so does node's with numbers.
    if language == .lua || language == .javaScript && kind != "NUMERIC" {
      for (first, second) in zip(ordered, ordered.dropFirst()) where first.item != second.item {
        guard Self.order(first.key, second.key) == .equal else { continue }
        throw .unknown("items that compare as equal have no fixed order in \(language.name)")
      }
    }
    return try makeList(ordered.map(\.item))
  }

  private func key(_ item: Operand, _ kind: String) throws(EvaluationProblem) -> SortKey {
    if language == .javaScript, item == .undefined || item == .nothingOrUndefined { throw nullOrUndefined }
    switch kind {
    case "NUMERIC":
      let number = try sortNumber(item)
      if number.isNaN { throw .unknown("NaN has no fixed place among other numbers") }
      return .number(number)
    case "TEXT": return .text(try text(of: item))
    default:
      let text = try text(of: item)
      try charge(text.count)
      return .text(language == .lua ? text.map { (65...90).contains($0) ? $0 + 32 : $0 } : units(lower(text)))
    }
  }

  private func sortNumber(_ item: Operand) throws(EvaluationProblem) -> Double {
    switch language {
    case .python:
      if let numeral = numeral(item) { return numeral.double }
      if case .other = item { throw noNumber(item) }
      guard case .text(let text) = item, case .number(let number)? = number(in: text) else { return 0 }
      return number
    case .javaScript: return try javaScriptNumber(item)
    case .lua:
      // Lua's code sorts by the number in the printed text.
      if case .list = item { return 0 }
      guard let number = try number(in: text(of: item)) else { return 0 }
      return try double(number)
    }
  }

  private static func order(_ left: SortKey, _ right: SortKey) -> Order {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right ? .less : left == right ? .equal : .greater
    case (.text(let left), .text(let right)): order(left, right)
    default: .equal
    }
  }
}
