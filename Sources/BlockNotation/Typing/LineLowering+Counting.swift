import BlockModel

/// The direction in which a loop counts.
package enum CountDirection: Sendable {
  case up, down
}

/// Loops that count. In text-based languages they do nothing if their end is before their start; in blocks they count
/// the other way.
extension LineLowering {
  /// Replaces a node with a block that an alias means; a loop that may have nothing to do may get an “if” around it.
  mutating func replace(_ index: Int32, byLoop loop: MadeBlock, _ operands: [String: [Int32]]) {
    guard library.types[loop.type] == "controls_for" else { return replace(index, by: loop) }
    for limit in ["FROM", "TO", "BY"].flatMap({ operands[$0] ?? [] }) {
      let kind = kind(limit)
      if kind == .text || kind == .list {
        return refuse("a \(kind == .text ? "text" : "list") isn't a number to count to; len(…) is its length")
      }
    }
    guard let comparison = comparison(of: loop, operands) else { return replace(index, by: loop) }
    let (first, second) = (comparison.first, comparison.second)
    if let left = parser.numberValue(first), let right = parser.numberValue(second) {
      let holds = comparison.isStrict ? left > right : left >= right
      return holds ? replace(index, by: loop) : refuse("this loop does nothing: its end is before its start")
    }
    if [first, second].contains(where: { parser.nodes[$0].kind == .empty }) { return replace(index, by: loop) }
    emptyCount = comparison.direction
    startsEmpty = startsEmpty(comparison)
    guard options.guardsLoops, let test = library.knownNumber(ofType: "controls_if"),
      let compare = library.knownNumber(ofType: "logic_compare")
    else { return replace(index, by: loop) }
    let token = token(index)
    let condition = MadeBlock(
      type: compare, fields: [FieldRecord(name: "OP", state: .text(comparison.isStrict ? "GT" : "GTE"))],
      inputs: [("A", first), ("B", second)])
    var guarding = MadeBlock(type: test, inputs: [("IF0", parser.add(condition, at: token))])
    let body = parser.add(loop, at: token)
    parser.nodes[body].isStatement = true
    guarding.bodies = [("DO0", body)]
    replace(index, by: guarding)
  }

  private struct Comparison {
    var direction: CountDirection
    /// The value that is greater than `second`, or not less, if the loop has something to do.
    var first: Int32
    var second: Int32
    var isStrict: Bool
  }

  /// Whether a loop will probably be started with nothing to do: its limits depend on those of a loop around it, as in
  /// a bubble sort, or on a function's inputs, or the lesser one is more than 1, as in a search for divisors:
  /// `range(2, n)`.
  private func startsEmpty(_ comparison: Comparison) -> Bool {
    let least = parser.numberValue(comparison.second)
    let head = parser.tokens.prefix { ![Mark.colon, Mark.openBrace].contains($0.word) }
    let counters = head.indices.compactMap { index in
      [.word, .name].contains(head[index].kind) && !isMeasured(index)
        ? names.counters[parser.name(head[index]).lowercased()] : nil
    }
    guard let least, least <= 1 else { return true }
    // `j <= i` holds from the beginning where both begin with 1.
    if parser.nodes[comparison.first].kind == .name, counters.count == 1, let start = counters.first {
      return comparison.isStrict ? least >= start : least > start
    }
    return !counters.isEmpty
  }

  /// Whether a name is that of a list or text to whose length a loop counts: `len(nums)`, `nums.length`,
  /// `length of nums`.
  private func isMeasured(_ index: Int) -> Bool {
    func text(_ index: Int) -> String {
      parser.tokens.indices.contains(index) ? parser.name(parser.tokens[index]).lowercased() : ""
    }
    let isArgument = text(index - 1) == "(" && ["len", "length", "size", "sizeof", "count"].contains(text(index - 2))
    return isArgument || text(index - 1) == "of" || text(index + 1) == "."
  }

  /// Returns the comparison that must hold for a loop to do something; nil if the loop's template contains both limits.
  private mutating func comparison(of loop: MadeBlock, _ operands: [String: [Int32]]) -> Comparison? {
    guard let start = loop.inputs.first(where: { $0.name == "FROM" })?.node,
      let last = loop.inputs.first(where: { $0.name == "TO" })?.node
    else { return nil }
    if let test = operands["TEST"]?.first {
      guard let operation = parser.choice("OP", of: test), let bound = parser.input("B", of: test) else { return nil }
      let isUp = operation.hasPrefix("LT")
      return Comparison(
        direction: isUp ? .up : .down, first: isUp ? bound : start, second: isUp ? start : bound,
        isStrict: !operation.hasSuffix("TE"))
    }
    guard let end = operands["TO"]?.first else { return nil }
    let isUp = operands["BY"]?.first.map { !parser.isNegative($0) } ?? true
    // `n ≥ 1` is plainer than `n + 1 > 1`, and `n > 0` than `n - 1 ≥ 0`.
    let isStrict = parser.numberValue(end).map { $0 >= 0 } ?? (parser.sum(end) == nil || parser.sum(last) != nil)
    let limit = isStrict ? end : last
    return Comparison(
      direction: isUp ? .up : .down, first: isUp ? limit : start, second: isUp ? start : limit, isStrict: isStrict)
  }
}
