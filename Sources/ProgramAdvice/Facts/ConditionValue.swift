import BlockModel

/// Computes conditions as far as their literals decide them.
enum ConditionValue {
  /// The largest condition that is computed, in blocks.
  private static let mostBlocks = 200

  /// Returns the value that a condition has in every run; nil if it isn't known.
  static func constant(of condition: Block, in program: AdvisedProgram) -> Bool? {
    let facts = program.facts(of: condition)
    guard facts.count <= mostBlocks, facts.isRepeatable else { return nil }
    var compared: Compared = .nothing
    for block in condition.descendants(followers: false) where block.isEnabled && block.type == "logic_compare" {
      guard let value = block.value("A"), let number = block.value("B") else { return nil }
      switch (literal(value), literal(number)) {
      case (.some, .some): continue
      case (nil, .number(let number)?):
        switch compared {
        case .nothing: compared = .value(value, [number])
        case .value(let other, let numbers) where program.areEqual(other, value):
          compared = .value(other, numbers + [number])
        default: return nil
        }
      default: return nil
      }
    }
    guard case .value(_, let numbers) = compared else { return result(of: condition, comparing: 0) }
    // A single comparison can be true or false.
    if numbers.count < 2 { return nil }
    let sorted = Set(numbers).sorted()
    let between = zip(sorted, sorted.dropFirst()).map { ($0 + $1) / 2 }
    var results: Set<Bool> = []
    for sample in sorted + between + [(sorted.first ?? 0) - 1, (sorted.last ?? 0) + 1] {
      guard let result = result(of: condition, comparing: sample) else { return nil }
      results.insert(result)
    }
    return results.count == 1 ? results.first : nil
  }

  /// The value that a condition's comparisons have in common.
  private enum Compared {
    case nothing
    case value(Block, [Double])
  }

  private enum Literal: Equatable {
    case number(Double)
    case text(String)
    case boolean(Bool)
  }

  private static func literal(_ block: Block) -> Literal? {
    if let number = block.literalNumber { return .number(number) }
    if let boolean = block.literalBoolean { return .boolean(boolean) }
    return block.type == "text" ? .text(block.option("TEXT")) : nil
  }

  /// Returns the result of a condition; nil if it isn't known.
  /// - Parameter sample: the number that stands for values that aren't literals.
  private static func result(of condition: Block, comparing sample: Double) -> Bool? {
    var results: [String: Bool] = [:]
    for block in Array(condition.descendants(followers: false)).reversed() where block.isEnabled {
      func part(_ name: String) -> Bool? { block.value(name).flatMap { results[$0.id] } }
      switch block.type {
      case "logic_boolean": results[block.id] = block.literalBoolean
      case "logic_negate":
        // An empty input is true.
        results[block.id] = block.value("BOOL") == nil ? false : part("BOOL").map { !$0 }
      case "logic_operation":
        let parts = [part("A"), part("B")]
        let deciding = block.option("OP") != "AND"
        results[block.id] = parts.contains(deciding) ? deciding : parts.contains(nil) ? nil : !deciding
      case "logic_compare":
        guard let first = block.value("A"), let second = block.value("B"), let right = literal(second) else { continue }
        results[block.id] = compare(literal(first) ?? .number(sample), block.option("OP"), right)
      default: continue
      }
    }
    return results[condition.id]
  }

  private static func compare(_ left: Literal, _ sign: String, _ right: Literal) -> Bool? {
    switch (left, right) {
    case (.number(let left), .number(let right)): compare(left, sign, right)
    case (.text(let left), .text(let right)): compare(left, sign, right)
    case (.boolean, .boolean) where sign == "EQ": left == right
    case (.boolean, .boolean) where sign == "NEQ": left != right
    default: nil
    }
  }

  private static func compare<Value: Comparable>(_ left: Value, _ sign: String, _ right: Value) -> Bool? {
    switch sign {
    case "EQ": left == right
    case "NEQ": left != right
    case "LT": left < right
    case "LTE": left <= right
    case "GT": left > right
    case "GTE": left >= right
    default: nil
    }
  }
}
