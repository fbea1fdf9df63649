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
    let others = variablesOfOtherStacks(program)
    return order.early.compactMap { read in
      guard program.index.uses(of: read.variable)?.sets.isEmpty == false,
        !others.contains(ObjectIdentifier(read.variable))
      else { return nil }
      return AdviceFinding(
        self, at: read.block.id, field: "VAR", read.partialSetting == nil ? "late" : "",
        [.text(read.variable.name)] + (read.partialSetting.map { [.line(blockID: $0.id)] } ?? []))
    }
  }

  /// The variables that are set by what may run at any time, such as an app's events, and the inputs of functions.
  private func variablesOfOtherStacks(_ program: AdvisedProgram) -> Set<ObjectIdentifier> {
    let stacks = Set(program.mainStacks.map(ObjectIdentifier.init))
    var variables: Set<ObjectIdentifier> = []
    for top in program.workspace.topBlocks where !stacks.contains(ObjectIdentifier(top)) {
      let isFunction = top.mutator is MutatorProcedureDefinition
      for block in isFunction ? [top] : Array(top.descendants()) {
        for variable in program.uses(of: block).sets { variables.insert(ObjectIdentifier(variable)) }
      }
    }
    return variables
  }
}
