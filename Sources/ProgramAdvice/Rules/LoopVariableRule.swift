import BlockLibrary
import BlockModel

/// Finds counting loops whose variable is set in their body: languages differ in what happens.
package struct LoopVariableRule: AdviceRule {
  package let id = "loop-variable"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = [
    "variables_set", "variables_set_dynamic", "math_change", "controls_for", "controls_forEach",
  ]
  package init() {}

  /// The number of enclosing blocks that are looked at.
  private static let mostLevels = 64

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block), let variable = block.variable else { return [] }
    var inner = block
    var level = 0
    while level < Self.mostLevels, let superior = inner.superiorConnection {
      inner = superior.sourceBlock
      guard let input = superior.sourceInput else { continue }
      level += 1
      guard input.name == "DO", inner.isEnabled, inner.type == "controls_for", inner.variable === variable
      else { continue }
      let isInner = Surroundings.isLoop(block)
      // A loop that is left right afterwards no longer needs its variable.
      let rest = Block.statements(from: block.nextBlock)
      if !isInner, rest.contains(where: { [.breaking, .returning, .leaving].contains(program.facts(of: $0).exit) }) {
        return []
      }
      return [AdviceFinding(self, at: block.id, field: "VAR", isInner ? "inner" : "", [.text(variable.name)])]
    }
    return []
  }
}
