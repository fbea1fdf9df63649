import BlockModel

/// Determines whether blocks have an effect when a program runs.
public enum BlockEffects {
  /// Whether a top-level stack has no effect: it is an unused value without side effects, or all of its blocks are
  /// disabled. Blocks other than stock blocks may have side effects. A function definition counts as effective, as does
  /// any stack that runs.
  public static func areWithoutEffect(_ top: Block) -> Bool {
    if ProcedureBlocks.name(definedBy: top) != nil { return false }
    if top.outputConnection != nil { return isValueWithoutEffect(top) }
    // A disabled block is skipped together with its inputs.
    var block: Block? = top
    while let current = block {
      if current.isEnabled { return false }
      block = current.nextBlock
    }
    return true
  }

  private static func isValueWithoutEffect(_ value: Block) -> Bool {
    var pending = [value]
    while let block = pending.popLast() {
      if !block.isEnabled { continue }
      guard isPure(block) else { return false }
      pending += block.inputs.compactMap(\.connectedBlock)
    }
    return true
  }

  /// Whether a block returns a value without any side effect; the values in it aside.
  package static func isPure(_ block: Block) -> Bool {
    guard pureTypes.contains(block.type) else { return false }
    guard block.type == "lists_getIndex" else { return true }
    // Other modes remove the item from the list.
    return block.firstField(withName: "MODE")?.state?.text == "GET"
  }

  /// Whether a pure block returns a random value.
  package static func isRandom(_ block: Block) -> Bool {
    if ["math_random_int", "math_random_float", "colour_random"].contains(block.type) { return true }
    return ["OP", "WHERE"].contains { block.firstField(withName: $0)?.state?.text == "RANDOM" }
  }

  /// The stock blocks that return a value and have no side effects.
  private static let pureTypes: Set<String> = [
    "logic_compare", "logic_operation", "logic_negate", "logic_boolean", "logic_null", "logic_ternary", "math_number",
    "math_arithmetic", "math_single", "math_trig", "math_constant", "math_number_property", "math_round",
    "math_on_list",
    "math_modulo", "math_constrain", "math_random_int", "math_random_float", "math_atan2", "text", "text_multiline",
    "text_join", "text_length", "text_isEmpty", "text_indexOf", "text_charAt", "text_getSubstring", "text_changeCase",
    "text_trim", "text_count", "text_replace", "text_reverse", "lists_create_empty", "lists_create_with",
    "lists_repeat", "lists_length", "lists_isEmpty", "lists_indexOf", "lists_getIndex", "lists_getSublist",
    "lists_split", "lists_sort", "lists_reverse", "colour_picker", "colour_random", "colour_rgb", "colour_blend",
    "variables_get", "variables_get_dynamic",
  ]
}

/// A sequence of blocks and their descendants, in reading order, each with its surroundings.
public struct PlacedBlocks: Sequence, IteratorProtocol {
  /// A stack of the blocks to visit, next one last.
  private var pending: [(block: Block, surroundings: Surroundings)]

  /// - Parameter blocks: the blocks to begin with.
  public init(_ blocks: [Block]) {
    pending = blocks.reversed().map { ($0, Surroundings(of: $0)) }
  }

  public mutating func next() -> (block: Block, surroundings: Surroundings)? {
    guard let (block, surroundings) = pending.popLast() else { return nil }
    if let next = block.nextBlock { pending.append((next, surroundings)) }
    for input in block.inputs.reversed() {
      if let child = input.connectedBlock { pending.append((child, surroundings.inside(block, input))) }
    }
    return (block, surroundings)
  }
}
