import BlockModel

/// Finds programs of several stacks, which run one after the other in the order of their places.
package struct ManyStacksRule: AdviceRule {
  package let id = "many-stacks"
  package let level = AdviceLevel.hint
  package init() {}

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let stacks = program.mainStacks
    guard stacks.count > 1 else { return [] }
    return [AdviceFinding(self, at: stacks[1].id, "", [.text("\(stacks.count)")])]
  }
}
