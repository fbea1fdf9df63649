import BlockLibrary
import BlockModel

/// Finds branches and loops without statements. Those that repeat while a condition holds may wait for something.
package struct EmptyBodyRule: AdviceRule {
  package let id = "empty-body"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = [
    "controls_if", "controls_ifelse", "controls_repeat", "controls_repeat_ext", "controls_for", "controls_forEach",
  ]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block) else { return [] }
    let bodies = block.inputs.filter { $0.kind == .statement && $0.name != "ELSE" }
    let empty = bodies.count { block.body($0.name).isEmpty }
    if empty == 0 { return [] }
    let isWithoutEffect =
      empty == bodies.count && block.body("ELSE").isEmpty && block.values.allSatisfy(program.isPure)
    return [
      AdviceFinding(
        self, at: block.id, "", [.line(blockID: block.id)],
        repair: isWithoutEffect ? .delete(firstID: block.id, lastID: block.id) : nil)
    ]
  }
}
