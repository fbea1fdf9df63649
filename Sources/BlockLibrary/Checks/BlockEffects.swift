import BlockModel

/// Which blocks do something when a program runs.
public enum BlockEffects {
  /// Whether a top-level stack does nothing: a value that nobody takes and that is only computed, or blocks that are all
  /// disabled. Of a block that isn't a stock one nobody knows. A function waits for its calls, and a stack that runs may be
  /// what the program is about, however little it does.
  public static func areWithoutEffect(_ top: Block) -> Bool {
    if ProcedureBlocks.name(definedBy: top) != nil { return false }
    if top.outputConnection != nil { return isValueWithoutEffect(top) }
    // Disabled blocks are passed over with everything inside them.
    var block: Block? = top
    while let current = block {
      if current.isEnabled { return false }
      block = current.nextBlock
    }
    return true
  }

  private static func isValueWithoutEffect(_ value: Block) -> Bool {
    var waiting = [value]
    while let block = waiting.popLast() {
      if !block.isEnabled { continue }
      guard isOnlyComputed(block) else { return false }
      waiting += block.inputs.compactMap(\.connectedBlock)
    }
    return true
  }

  private static func isOnlyComputed(_ block: Block) -> Bool {
    guard computed.contains(block.type) else { return false }
    guard block.type == "lists_getIndex" else { return true }
    // It may also take the item out of the list.
    return (block.firstField(withName: "MODE") as? FieldDropdown)?.value == "GET"
  }

  /// The stock blocks that give a value and do nothing else.
  private static let computed: Set<String> = [
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
