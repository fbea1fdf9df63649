import BlockModel

/// Finds statements that never run, because the one before them always leaves the stack or never ends.
public struct UnreachableRule: AdviceRule {
  public let id = "unreachable"
  public let level = AdviceLevel.error
  public init() {}

  public func findings(in statements: [Block], of program: AdvisedProgram) -> [AdviceFinding] {
    for (last, next) in zip(statements, statements.dropFirst()) {
      let exit = program.facts(of: last).exit
      if exit == .none { continue }
      return [
        AdviceFinding(
          self, at: next.id, exit == .endless ? "endless" : "flow", [.line(blockID: last.id)],
          repair: .delete(firstID: next.id, lastID: next.lastInStack.id))
      ]
    }
    return []
  }
}
