import BlockModel

/// Finds statements that never run, because the one before them always leaves the stack or never ends.
package struct UnreachableRule: AdviceRule {
  package let id = "unreachable"
  package let level = AdviceLevel.error
  package init() {}

  package func findings(in statements: [Block], of program: AdvisedProgram) -> [AdviceFinding] {
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
