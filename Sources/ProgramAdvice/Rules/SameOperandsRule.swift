import BlockModel

/// Finds operations whose two operands are the same, so that the result is constant or is that operand.
package struct SameOperandsRule: AdviceRule {
  package let id = "same-operands"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = ["logic_compare", "logic_operation", "math_arithmetic"]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block), let first = block.value("A"), let second = block.value("B"),
      block.type != "math_arithmetic" || ["MINUS", "DIVIDE"].contains(block.option("OP")),
      program.areEqual(first, second), program.isRepeatable(first), hasVariable(first)
    else { return [] }
    return [AdviceFinding(self, at: block.id, "", [.line(blockID: block.id)])]
  }

  /// Literals only are a matter of other rules.
  private func hasVariable(_ value: Block) -> Bool {
    value.descendants(followers: false).contains(where: \.isVariable)
  }
}
