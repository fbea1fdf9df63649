import BlockModel

/// Finds ifs whose branches all do the same, and conditions that the same if has tested before.
package struct SameBranchesRule: AdviceRule {
  package let id = "same-branches"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = ["controls_if", "controls_ifelse"]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block) else { return [] }
    let branches = block.branches
    let bodies = branches.map { block.body($0.body).map { program.facts(of: $0).hash } }
    if branches.last?.condition == nil, bodies.count > 1, let first = bodies.first, !first.isEmpty,
      bodies.allSatisfy({ $0 == first })
    {
      return [AdviceFinding(self, at: block.id, "branches", [.line(blockID: block.id)])]
    }
    var seen: Set<UInt> = []
    for branch in branches {
      guard let condition = branch.condition.flatMap(block.value) else { continue }
      // A condition with side effects may change what was asked before.
      if !program.isRepeatable(condition) { return [] }
      if !seen.insert(program.facts(of: condition).hash).inserted {
        return [AdviceFinding(self, at: condition.id, "condition", [.line(blockID: condition.id)])]
      }
    }
    return []
  }
}
