import BlockLibrary
import BlockModel

/// Finds inputs of functions that the function doesn't read.
package struct UnusedParameterRule: AdviceRule {
  package let id = "unused-parameter"
  package let level = AdviceLevel.hint
  package let types: Set<String>? = ["procedures_defnoreturn", "procedures_defreturn"]
  package init() {}

  package func findings(at definition: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard let mutator = definition.mutator as? MutatorProcedureDefinition, !mutator.parameters.isEmpty,
      let name = ProcedureBlocks.name(definedBy: definition)
    else { return [] }
    var read: Set<String> = []
    for block in definition.descendants() where block !== definition && block.isEnabled {
      for variable in program.uses(of: block).reads { read.insert(variable.name.lowercased()) }
    }
    return mutator.parameters.enumerated().compactMap { index, parameter in
      if read.contains(parameter.name.lowercased()) { return nil }
      return AdviceFinding(
        self, at: definition.id, "", [.text(parameter.name), .text(name)],
        repair: .removeParameter(index: index, definitionID: definition.id))
    }
  }
}
