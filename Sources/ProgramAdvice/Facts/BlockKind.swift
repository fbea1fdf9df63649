import BlockLibrary
import BlockModel

/// Facts that are the same for all blocks of a definition.
final class BlockKind {
  /// Whether the effects are known: it is a stock block, not an app's block with the same name.
  let isStock: Bool
  /// Whether it does nothing but compute a value, apart from the values in it; nil if that depends on the block.
  let isPure: Bool?
  /// Whether its value may differ from time to time.
  let isRandom: Bool
  let isLoop: Bool
  /// Whether it is a literal or another stock value without inputs and variables, about which nothing has to be kept.
  let isLiteral: Bool
  let isVariable: Bool
  /// How such a statement may keep the next one from running.
  let way: Way
  /// The rules that look at such blocks.
  let rules: [any AdviceRule]

  enum Way {
    case flow, ifReturn, branching, whileLoop
    case none
  }

  init(of block: Block, rules: [any AdviceRule]) {
    let type = block.type
    isStock = !block.isUnknown && (block.workspace?.factory.isStock(type) ?? false)
    isPure = !isStock ? false : type == "lists_getIndex" ? nil : BlockEffects.isPure(block)
    isRandom = ["math_random_int", "math_random_float", "colour_random"].contains(type)
    isLoop = Surroundings.isLoop(block)
    isLiteral =
      ["math_number", "text", "logic_boolean", "logic_null", "math_constant", "lists_create_empty"].contains(type)
      && isStock
    isVariable = block.isVariable
    way =
      switch type {
      case "controls_flow_statements": .flow
      case "procedures_ifreturn": .ifReturn
      case "controls_if", "controls_ifelse": .branching
      case "controls_whileUntil": .whileLoop
      default: .none
      }
    self.rules = rules
  }
}

/// A block with the facts known about it.
final class BlockRecord {
  // Retained, so that no other block gets its address, which identifies it.
  let block: Block
  let kind: BlockKind
  /// The facts about it and the blocks in it; nil if they aren't known now.
  var facts: BlockFacts?
  /// The variables that it reads and sets itself; nil if that isn't known now.
  var uses: VariableUses?

  init(_ block: Block, _ kind: BlockKind) { (self.block, self.kind) = (block, kind) }
}
