import BlockModel

/// Finds programs of several stacks, which run one after the other in the order of their places.
public struct ManyStacksRule: AdviceRule {
  public let id = "many-stacks"
  public let level = AdviceLevel.hint
  public init() {}

  public func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let stacks = program.mainStacks
    guard stacks.count > 1 else { return [] }
    return [AdviceFinding(self, at: stacks[1].id, "", [.text("\(stacks.count)")])]
  }
}
