import BlockLibrary
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
    // The function counts both ways.
    if operands["LIMIT"] != nil { return replace(index, by: loop) }
    if let test = operands["BOTH"]?.first {
      return countsBothWays(loop, test, operands) ? replace(index, by: loop) : refuse(Self.otherLoop)
    }
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
    if let left = certainValue(first), let right = certainValue(second),
      comparison.isStrict ? left > right : left >= right
    {
      return replace(index, by: loop)
    }
    emptyCount = comparison.direction
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

  private static let otherLoop = "a loop with two ranges counts up to a number, or down to the same one"

  /// Whether the ranges of a loop count up or down to the same number, as a block does:
  /// `range(a, b + 1) if a <= b else range(a, b - 1, -1)`.
  private func countsBothWays(_ loop: MadeBlock, _ test: Int32, _ operands: [String: [Int32]]) -> Bool {
    guard let starts = operands["FROM"], starts.count == 2, isSame(starts[0], starts[1]),
      parser.choice("OP", of: test) == "LTE", let start = parser.input("A", of: test), isSame(start, starts[0]),
      let last = parser.input("B", of: test), let up = operands["UP"]?.first, let down = operands["DOWN"]?.first,
      let step = operands["BACK"]?.first, parser.isNegative(step)
    else { return false }
    if let forward = operands["BY"]?.first, let by = loop.inputs.first(where: { $0.name == "BY" })?.node,
      parser.numberValue(forward) != parser.numberValue(by)
    {
      return false
    }
    return ends(up, behind: last, isUp: true) && ends(down, behind: last, isUp: false)
  }

  /// Whether a number is the first whole one behind another.
  private func ends(_ end: Int32, behind last: Int32, isUp: Bool) -> Bool {
    if let end = parser.numberValue(end), let last = parser.numberValue(last) { return end == last + (isUp ? 1 : -1) }
    if parser.numberValue(last) == nil, let (isSum, first, one) = parser.sum(end), isSum == isUp,
      parser.numberValue(one) == 1
    {
      if isSame(first, last) { return true }
      return typeName(first) == "math_round" && parser.choice("OP", of: first) == (isUp ? "ROUNDDOWN" : "ROUNDUP")
        && parser.input("NUM", of: first).map { isSame($0, last) } ?? false
    }
    // `n - 1 + 1`
    guard let (isSum, first, one) = parser.sum(last), let number = parser.numberValue(one),
      let (isEndSum, start, offset) = parser.sum(end), let further = parser.numberValue(offset)
    else { return parser.sum(last).map { $0.0 != isUp && parser.numberValue($0.2) == 1 && isSame($0.1, end) } ?? false }
    return isSame(first, start) && (isEndSum ? further : -further) == (isSum ? number : -number) + (isUp ? 1 : -1)
  }

  private struct Comparison {
    var direction: CountDirection
    /// The value that is greater than `second`, or not less, if the loop has something to do.
    var first: Int32
    var second: Int32
    var isStrict: Bool
  }

  /// Returns the number that a value certainly has; nil if it depends on the run.
  private func certainValue(_ index: Int32) -> Double? {
    if let number = parser.numberValue(index) { return number }
    func value(ofName index: Int32) -> Double? {
      parser.nodes[index].kind == .name
        ? names.certain?.value(ofVariable: parser.name(parser.tokens[token(index)])) : nil
    }
    if let (isSum, first, second) = parser.sum(index), let left = certainValue(first),
      let right = certainValue(second)
    {
      return isSum ? left + right : left - right
    }
    if ["lists_length", "text_length"].contains(typeName(index)) {
      return parser.input("VALUE", of: index).flatMap(value)
    }
    return kind(index) == .number ? value(ofName: index) : nil
  }

  /// Returns the comparison that must hold for a loop to do something; nil if the loop has no limits.
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
    // The template of a loop over a list's indices contains both limits.
    guard let end = operands["TO"]?.first ?? parser.sum(last)?.1 else { return nil }
    let isUp = operands["BY"]?.first.map { !parser.isNegative($0) } ?? true
    if let step = operands["BY"]?.first, parser.numberValue(step) == nil, certainValue(step) ?? -1 < 0 {
      add(difference: "a negative step would count up")
    }
    // `n ≥ 1` is plainer than `n + 1 > 1`, and `n > 0` than `n - 1 ≥ 0`.
    let isStrict = parser.numberValue(end).map { $0 >= 0 } ?? (parser.sum(end) == nil || parser.sum(last) != nil)
    let limit = isStrict ? end : last
    return Comparison(
      direction: isUp ? .up : .down, first: isUp ? limit : start, second: isUp ? start : limit, isStrict: isStrict)
  }
}
