import BlockLibrary
import BlockModel

/// Finds values that stand by themselves, so that nothing uses them.
package struct LooseValueRule: AdviceRule {
  package let id = "loose-value"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = nil
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard let output = block.outputConnection, output.target == nil, !block.isShadow else { return [] }
    return [
      AdviceFinding(
        self, at: block.id, "", [.line(blockID: block.id)],
        repair: BlockEffects.areWithoutEffect(block) ? .delete(firstID: block.id, lastID: block.id) : nil)
    ]
  }
}
