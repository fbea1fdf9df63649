import BlockModel

/// Finds needless choices between true and false: the condition has that value already.
package struct BoolIfRule: AdviceRule {
  package let id = "bool-if"
  package let level = AdviceLevel.hint
  package let types: Set<String>? = ["controls_if", "controls_ifelse", "logic_ternary", "logic_compare"]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block) else { return [] }
    switch block.type {
    case "logic_ternary":
      guard areOpposite(block.value("THEN"), block.value("ELSE")) else { return [] }
      // In Lua, a choice for false is always the other one, so that the condition would be something else.
      return [finding(block, "choice", [], isRepairable: block.value("THEN")?.literalBoolean == true)]
    case "logic_compare":
      guard ["EQ", "NEQ"].contains(block.option("OP")), let first = block.value("A"), let second = block.value("B"),
        (first.literalBoolean == nil) != (second.literalBoolean == nil)
      else { return [] }
      return [finding(block, "compare", [.line(blockID: block.id)])]
    default:
      guard block.branches.count == 2, block.branches[1].condition == nil, block.value("IF0") != nil else { return [] }
      let bodies = block.branches.map { block.body($0.body) }
      guard bodies.allSatisfy({ $0.count == 1 && $0[0].isSetting }), let variable = bodies[0][0].variable,
        bodies[1][0].variable === variable, areOpposite(bodies[0][0].value("VALUE"), bodies[1][0].value("VALUE"))
      else { return [] }
      return [finding(block, "set", [.text(variable.name)])]
    }
  }

  private func areOpposite(_ one: Block?, _ other: Block?) -> Bool {
    guard let one = one?.literalBoolean, let other = other?.literalBoolean else { return false }
    return one != other
  }

  private func finding(
    _ block: Block, _ variant: String, _ arguments: [AdviceFinding.Argument], isRepairable: Bool = true
  ) -> AdviceFinding {
    AdviceFinding(
      self, at: block.id, variant, arguments, repair: isRepairable ? .simplifyCondition(blockID: block.id) : nil)
  }
}
