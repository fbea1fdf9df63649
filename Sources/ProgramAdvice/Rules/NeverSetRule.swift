import BlockLibrary
import BlockModel
import BlockNotation

/// Finds variables that are read but set nowhere, such as mistyped ones.
package struct NeverSetRule: AdviceRule {
  package let id = "never-set"
  package let level = AdviceLevel.error
  package init() {}

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let variables = program.workspace.variables
    let unset = program.index.uses.filter(\.isNeverSet)
    if unset.isEmpty { return [] }
    // A parameter sets the variables of its name, whatever their types.
    let parameters = Set(
      ProcedureBlocks.definitions(in: program.workspace).lazy.compactMap { $0.mutator as? MutatorProcedureDefinition }
        .flatMap(\.parameters).map { $0.name.lowercased() })
    let names = variables.all.filter { program.index.uses(of: $0)?.sets.isEmpty == false }
    return unset.filter { !parameters.contains($0.variable.name.lowercased()) }.flatMap { uses in
      let variable = uses.variable
      let meant = Spelling.nearest(to: variable.name, among: names.lazy.filter { $0.type == variable.type }.map(\.name))
      let replacement = meant.flatMap { variables.variable(named: $0, type: variable.type) }
      return uses.reads.values.map { record in
        let blockID = record.block.id
        let field = record.block.inputs.lazy.flatMap(\.fields).first { $0.variable === variable }
        var repair: AdviceFinding.Repair?
        if let replacement, let name = field?.name {
          repair = .useVariable(id: replacement.id, blockID: blockID, fieldName: name)
        }
        return AdviceFinding(
          self, at: blockID, field: field?.name, meant == nil ? "" : "meant",
          [.text(variable.name)] + (meant.map { [.text($0)] } ?? []), repair: repair)
      }
    }
  }
}
