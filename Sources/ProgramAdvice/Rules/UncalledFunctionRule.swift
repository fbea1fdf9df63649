import BlockLibrary
import BlockModel

/// Finds functions that nothing calls.
package struct UncalledFunctionRule: AdviceRule {
  package let id = "uncalled-function"
  package let level = AdviceLevel.hint
  package init() {}

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    program.index.definitions.values.compactMap { record in
      let definition = record.block
      guard let name = ProcedureBlocks.name(definedBy: definition), !name.isEmpty, !ConflictCopy.isCopy(definition)
      else { return nil }
      // Its own calls don't start it.
      let calls = program.index.calls[name.lowercased()] ?? [:]
      if calls.values.contains(where: { $0.block.root !== definition }) { return nil }
      return AdviceFinding(self, at: definition.id, field: "NAME", "", [.text(name)])
    }
  }
}
