import BlockLibrary
import BlockModel

/// Finds positions in lists and texts that don't exist: those below 1, and those beyond the end of a literal.
package struct IndexRangeRule: AdviceRule {
  package let id = "index-range"
  package let level = AdviceLevel.error
  package let types: Set<String>? = ["lists_getIndex", "lists_setIndex", "text_charAt"]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block), ["FROM_START", "FROM_END"].contains(block.option("WHERE")),
      let position = block.value("AT")
    else { return [] }
    if let number = position.literalNumber {
      if number < 1 { return [AdviceFinding(self, at: block.id, "below", [.text(Self.text(number))])] }
      guard let count = Self.count(of: block.value(block.type == "lists_setIndex" ? "LIST" : "VALUE")),
        number > Double(count), !(block.option("MODE") == "INSERT" && number == Double(count + 1))
      else { return [] }
      return [AdviceFinding(self, at: block.id, "beyond", [.text(Self.text(number)), .text("\(count)")])]
    }
    if position.isVariable, let first = Self.firstCount(of: position), first < 1 {
      return [AdviceFinding(self, at: block.id, "below", [.text(Self.text(first))])]
    }
    return []
  }

  /// The number of items of a literal; nil for other values.
  private static func count(of value: Block?) -> Int? {
    switch value?.type {
    case "lists_create_empty": 0
    case "lists_create_with": value?.inputs.count { $0.kind == .value }
    case "text": value?.option("TEXT").count
    default: nil
    }
  }

  /// The number of enclosing blocks that are looked at.
  private static let mostLevels = 64

  /// Returns the literal at which the loop begins that counts with a variable, where the variable surely has that
  /// value: no condition is between them.
  private static func firstCount(of variable: Block) -> Double? {
    var block = variable
    for _ in 0..<mostLevels {
      guard let superior = block.superiorConnection else { return nil }
      block = superior.sourceBlock
      guard let input = superior.sourceInput else { continue }
      if block.type == "controls_for", input.name == "DO", block.variable === variable.variable {
        return block.value("FROM")?.literalNumber
      }
      let isConditional =
        block.isIf || ["logic_operation", "logic_ternary"].contains(block.type) || block.isUnknown
        || block.type == "controls_whileUntil"
      if isConditional { return nil }
    }
    return nil
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
