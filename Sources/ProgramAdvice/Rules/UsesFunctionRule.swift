import BlockLibrary
import BlockModel

/// Praises programs that call functions of their own.
package struct UsesFunctionRule: AdviceRule {
  package let id = "uses-function"
  package let level = AdviceLevel.praise
  package init() {}

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let called = program.index.definitions.values.filter { record in
      let name = ProcedureBlocks.name(definedBy: record.block)?.lowercased() ?? ""
      return program.index.calls[name]?.isEmpty == false
    }
    return called.isEmpty ? [] : [AdviceFinding(self, at: nil, "", [.text("\(called.count)")])]
  }
}
