import BlockFormats
import BlockModel

/// What a block stands in, as far as some blocks make sense only there.
struct Surroundings {
  private var isInLoop = false
  private var isInFunction = false
  private var isDisabled = false

  /// Blockly's loops.
  private static let loops: Set<String> = [
    "controls_repeat", "controls_repeat_ext", "controls_whileUntil", "controls_for", "controls_forEach",
  ]

  /// The surroundings of what stands in an input of `block`. An unknown block may be anything.
  func inside(_ block: Block, _ input: Input) -> Surroundings {
    var inner = self
    inner.isDisabled = isDisabled || !block.isEnabled
    if input.kind == .statement {
      inner.isInLoop = isInLoop || block.isUnknown || Self.loops.contains(block.type)
      inner.isInFunction = isInFunction || block.isUnknown || block.mutator is MutatorProcedureDefinition
    }
    return inner
  }

  /// What is wrong with the place of a block. Disabled ones do nothing, so they may stand anywhere.
  func remark(on block: Block) -> BlockRemark? {
    if isDisabled || !block.isEnabled { return nil }
    switch block.type {
    case "controls_flow_statements" where !isInLoop:
      return BlockRemark(blockID: block.id, message: "\(block.type) stands in no loop")
    case "procedures_ifreturn" where !isInFunction:
      return BlockRemark(blockID: block.id, message: "\(block.type) stands in no function")
    default: return nil
    }
  }
}
