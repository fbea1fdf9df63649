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

  /// The number of bytes of a mutation that are read.
  private static let longestMutation = 100_000

  /// Returns the names that a block may mean by its fields and its mutation: those of an unknown block, and of a
  /// statement that stays as code.
  package static func names(in block: Block) -> Set<String> {
    func words(in text: String) -> [String] {
      if text.utf8.count > longestMutation { return [] }
      return text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
    if block.type == StockBlocks.code { return Set(words(in: block.firstField(withName: "CODE")?.text ?? "")) }
    guard block.isUnknown else { return [] }
    let mutation = block.unknownMutation
    let texts = [mutation?.xml?.xmlText(), mutation?.json?.text()].compactMap(\.self)
    return Set(block.inputs.lazy.flatMap(\.fields).map(\.text)).union(texts.flatMap(words))
  }

  /// Examines a block. A block that isn't a stock block counts as reading and setting each variable that its fields or
  /// its mutation name; so do the words of a statement that stays as code.
  /// - Parameter names: the program's variables by their names; asked only for names in other fields.
  package init(of block: Block, names: (String) -> Variable?) {
    if block.mutator != nil, let definition = block.mutator as? MutatorProcedureDefinition {
      sets = definition.parameters.compactMap { parameter in
        parameter.variableID.flatMap { block.workspace?.variables[$0] } ?? names(parameter.name)
      }
      return
    }
    for input in block.inputs {
      for field in input.fields {
        if let variable = field.variable { add(variable, Self.effects[block.type] ?? (true, true)) }
      }
    }
    guard block.isUnknown || block.type == StockBlocks.code else { return }
    for name in Self.names(in: block) {
      if let variable = names(name) { add(variable, (true, true)) }
    }
  }

  /// Counts what is read as set, too.
  package mutating func countReadsAsSets() { sets += reads }

  private mutating func add(_ variable: Variable, _ effect: (reads: Bool, sets: Bool)) {
    if effect.reads { reads.append(variable) }
    if effect.sets { sets.append(variable) }
  }
}
