import BlockModel

/// Finds conditions that are always true or always false: those of literals only, and comparisons of the same value
/// with numbers that exclude or complete each other.
package struct ConstantConditionRule: AdviceRule {
  package let id = "constant-condition"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = [
    "controls_if", "controls_ifelse", "controls_whileUntil", "logic_ternary", "procedures_ifreturn",
  ]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block) else { return [] }
    return block.inputs.compactMap { input in
      guard input.kind == .value, ["IF", "BOO", "CON"].contains(where: input.name.hasPrefix),
        let condition = block.value(input.name), let result = ConditionValue.constant(of: condition, in: program)
      else { return nil }
      // A loop that runs until something in it leaves it is usual; others that never end are endless loops.
      if block.type == "controls_whileUntil", result == (block.option("MODE") != "UNTIL") { return nil }
      return AdviceFinding(self, at: condition.id, result ? "true" : "false", [.line(blockID: condition.id)])
    }
  }
}
