import BlockLibrary
import BlockModel

/// Finds loops whose body surely leaves them in its first pass.
package struct OnePassLoopRule: AdviceRule {
  package let id = "one-pass-loop"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = [
    "controls_repeat", "controls_repeat_ext", "controls_whileUntil", "controls_for", "controls_forEach",
  ]
  package init() {}

  package func findings(at loop: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(loop) else { return [] }
    for statement in loop.body("DO") {
      let facts = program.facts(of: statement)
      // An app's block may go on to the next pass.
      if facts.hasForeignBlocks { return [] }
      if [.breaking, .returning, .leaving].contains(facts.exit) {
        return [AdviceFinding(self, at: loop.id, "", [.line(blockID: loop.id)])]
      }
      if facts.mayContinue || facts.exit != .none { return [] }
    }
    return []
  }
}
