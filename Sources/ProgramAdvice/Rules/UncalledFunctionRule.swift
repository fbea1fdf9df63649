import BlockLibrary
import BlockModel

/// Finds functions that nothing calls.
public struct UncalledFunctionRule: AdviceRule {
  public let id = "uncalled-function"
  public let level = AdviceLevel.hint
  public init() {}

  public func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    program.index.definitions.compactMap { id in
      guard let definition = program.workspace.blocks[id], let name = ProcedureBlocks.name(definedBy: definition),
        !name.isEmpty, !ConflictCopy.isCopy(definition)
      else { return nil }
      // Its own calls don't start it.
      let calls = (program.index.calls[name.lowercased()] ?? []).compactMap { program.workspace.blocks[$0] }
      if calls.contains(where: { $0.root !== definition }) { return nil }
      return AdviceFinding(self, at: id, field: "NAME", "", [.text(name)])
    }
  }
}
