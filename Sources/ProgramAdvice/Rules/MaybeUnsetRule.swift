import BlockLibrary
import BlockModel

/// Finds variables that may be read before they are set. Loops count as running at least once, and a function as setting
/// all that one of its statements sets.
package struct MaybeUnsetRule: AdviceRule {
  package let id = "maybe-unset"
  package let level = AdviceLevel.warning
  package init() {}

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let order = SettingOrder(of: program)
    if order.early.isEmpty { return [] }
    let others = variablesOfOtherStacks(program, order)
    return order.early.compactMap { read in
      guard program.index.uses(of: read.variable)?.sets.isEmpty == false,
        !others.contains(ObjectIdentifier(read.variable)), !mayBeOfEarlierPass(read, program)
      else { return nil }
      return AdviceFinding(
        self, at: read.block.id, field: "VAR", read.partialSetting == nil ? "late" : "",
        [.text(read.variable.name)] + (read.partialSetting.map { [.line(blockID: $0.id)] } ?? []))
    }
  }

  /// The variables that are set by what may run at any time, such as an app's events, and the inputs of functions.
  private func variablesOfOtherStacks(_ program: AdvisedProgram, _ order: SettingOrder) -> Set<ObjectIdentifier> {
    let stacks = Set(program.mainStacks.map(ObjectIdentifier.init))
    var variables: Set<ObjectIdentifier> = []
    for top in program.workspace.topBlocks where !stacks.contains(ObjectIdentifier(top)) {
      let isFunction = top.mutator is MutatorProcedureDefinition
      for block in isFunction ? [top] : Array(top.descendants()) {
        for variable in program.uses(of: block).sets { variables.insert(ObjectIdentifier(variable)) }
        // A loose call runs, too.
        if let call = block.mutator as? MutatorProcedureCaller {
          variables.formUnion(order.functions[call.name.lowercased()] ?? [])
        }
      }
    }
    return variables
  }

  /// The number of enclosing blocks that are looked at.
  private static let mostLevels = 64

  /// Whether a variable is read under a condition in a loop that sets it: an earlier pass may have done so.
  private func mayBeOfEarlierPass(_ read: SettingOrder.Read, _ program: AdvisedProgram) -> Bool {
    var isConditional = false
    var block = read.block
    var level = 0
    while level < Self.mostLevels, let superior = block.superiorConnection {
      block = superior.sourceBlock
      guard let input = superior.sourceInput else { continue }
      level += 1
      switch (block.type, input.name) {
      case ("controls_if", "IF0"), ("controls_ifelse", "IF0"), ("logic_ternary", "IF"), ("logic_operation", "A"): break
      case ("controls_if", _), ("controls_ifelse", _), ("logic_ternary", _), ("logic_operation", _):
        isConditional = true
      default:
        guard isConditional, program.kind(of: block).isLoop, input.kind == .statement else { continue }
        let sets = program.index.uses(of: read.variable)?.sets ?? [:]
        for inner in block.descendants(followers: false) where sets[ObjectIdentifier(inner)] != nil { return true }
      }
    }
    return false
  }
}
