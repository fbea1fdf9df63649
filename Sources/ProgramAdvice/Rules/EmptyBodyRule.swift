import BlockLibrary
import BlockModel

/// Finds branches and loops without statements.
package struct EmptyBodyRule: AdviceRule {
  package let id = "empty-body"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = [
    "controls_if", "controls_ifelse", "controls_repeat", "controls_repeat_ext", "controls_whileUntil", "controls_for",
    "controls_forEach",
  ]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block) else { return [] }
    let bodies = block.inputs.filter { $0.kind == .statement && $0.name != "ELSE" }
    let empty = bodies.count { block.body($0.name).isEmpty }
    // Waiting until something happens outside the program needs no statements.
    if empty == 0 || block.type == "controls_whileUntil" && block.values.contains(where: { !program.isPure($0) }) {
      return []
    }
    let isWithoutEffect =
      empty == bodies.count && block.body("ELSE").isEmpty && block.values.allSatisfy(program.isPure)
      && block.type != "controls_whileUntil"
    return [
      AdviceFinding(
        self, at: block.id, "", [.line(blockID: block.id)],
        repair: isWithoutEffect ? .delete(firstID: block.id, lastID: block.id) : nil)
    ]
  }
}
