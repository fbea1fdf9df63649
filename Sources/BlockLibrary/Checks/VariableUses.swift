import BlockModel

/// The variables that a block itself reads and sets, without those of the blocks in it.
package struct VariableUses {
  /// The variables that the block reads.
  package private(set) var reads: [Variable] = []
  /// The variables that the block sets: a loop sets its variable, a definition its parameters.
  package private(set) var sets: [Variable] = []

  /// The effect of a stock block on the variable in its field.
  private static let effects: [String: (reads: Bool, sets: Bool)] = [
    "variables_get": (true, false), "variables_get_dynamic": (true, false),
    "variables_set": (false, true), "variables_set_dynamic": (false, true),
    "controls_for": (false, true), "controls_forEach": (false, true),
    "math_change": (true, true), "text_append": (true, true),
  ]

  /// Examines a block. A block that isn't a stock block counts as reading and setting each variable that one of its
  /// fields names; so do the words of a statement that stays as code.
  /// - Parameter names: the program's variables by their names; asked only for fields that aren't variable fields.
  package init(of block: Block, names: (String) -> Variable?) {
    if let definition = block.mutator as? MutatorProcedureDefinition {
      sets = definition.parameters.compactMap { parameter in
        parameter.variableID.flatMap { block.workspace?.variables[$0] } ?? names(parameter.name)
      }
      return
    }
    let effect = Self.effects[block.type] ?? (true, true)
    for input in block.inputs {
      for field in input.fields {
        if let variable = field.variable {
          add(variable, effect)
        } else if block.type == StockBlocks.code {
          for word in Set(field.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }) {
            if let variable = names(String(word)) { add(variable, effect) }
          }
        } else if block.isUnknown, let variable = names(field.text) {
          add(variable, effect)
        }
      }
    }
  }

  private mutating func add(_ variable: Variable, _ effect: (reads: Bool, sets: Bool)) {
    if effect.reads { reads.append(variable) }
    if effect.sets { sets.append(variable) }
  }
}
