import BlockLibrary
import BlockModel

/// Finds values that stand by themselves, so that nothing uses them.
public struct LooseValueRule: AdviceRule {
  public let id = "loose-value"
  public let level = AdviceLevel.warning
  public let types: Set<String>? = nil
  public init() {}

  public func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard let output = block.outputConnection, output.target == nil, !block.isShadow else { return [] }
    return [
      AdviceFinding(
        self, at: block.id, "", [.line(blockID: block.id)],
        repair: BlockEffects.areWithoutEffect(block) ? .delete(firstID: block.id, lastID: block.id) : nil)
    ]
  }
}
