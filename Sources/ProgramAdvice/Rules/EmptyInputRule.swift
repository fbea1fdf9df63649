import BlockLibrary
import BlockModel

/// Finds inputs of values that are empty: generators put something there that was hardly meant.
package struct EmptyInputRule: AdviceRule {
  package let id = "empty-input"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = nil
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    // Some apps have blocks of the same types with other inputs.
    guard program.isStock(block), !block.inputs.contains(where: \.isInferred) else { return [] }
    return block.inputs.compactMap { input in
      guard input.kind == .value, !input.isInferred, input.connectedBlock?.isEnabled != true else { return nil }
      guard let variant = Self.substitute(for: input, of: block) else { return nil }
      return AdviceFinding(self, at: block.id, variant, [.line(blockID: block.id)])
    }
  }

  /// Returns the kind of value that the generators use for an empty input; nil where an empty input is usual.
  private static func substitute(for input: Input, of block: Block) -> String? {
    switch (block.type, input.name) {
    // “a and” and “a or” mean a: the empty side has no effect.
    case ("logic_operation", _): block.values.isEmpty || block.option("OP") == "OR" ? "boolean" : "true"
    case (_, "AT"), (_, "AT1"), (_, "AT2"), ("controls_for", "BY"): "one"
    case ("math_constrain", "HIGH"): "nothing"
    case ("logic_negate", _): "true"
    case ("variables_set", _), ("variables_set_dynamic", _), ("math_change", _), ("logic_compare", _): "number"
    case ("text_join", _), ("text_append", _), ("text_print", _), ("lists_indexOf", "FIND"): "text"
    case ("procedures_ifreturn", "VALUE"), ("procedures_defreturn", "RETURN"): "nothing"
    case (_, "VALUE"), (_, "LIST"), (_, "STRING"), (_, "TEXT"), (_, "FIND"), (_, "SUB"):
      switch input.connection?.typeChecks ?? [] {
      case ["Array"]: "list"
      case ["String"]: "text"
      case ["Number"]: "number"
      default: block.type.hasPrefix("lists_") ? "list" : "text"
      }
    default:
      switch input.connection?.typeChecks ?? [] {
      case ["Number"]: "number"
      case ["String"]: "text"
      case ["Boolean"]: "boolean"
      case ["Array"]: "list"
      default: "nothing"
      }
    }
  }
}
