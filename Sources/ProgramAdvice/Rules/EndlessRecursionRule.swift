import BlockLibrary
import BlockModel

/// Finds functions that call themselves whatever happens.
package struct EndlessRecursionRule: AdviceRule {
  package let id = "endless-recursion"
  package let level = AdviceLevel.error
  package let types: Set<String>? = ["procedures_defnoreturn", "procedures_defreturn"]
  package init() {}

  package func findings(at definition: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard let name = ProcedureBlocks.name(definedBy: definition) else { return [] }
    for statement in definition.body("STACK") {
      if let call = certainCall(of: name, in: statement) { return [finding(call, name)] }
      let facts = program.facts(of: statement)
      // An app's block may leave the function.
      if facts.mayReturn || facts.exit != .none || facts.hasForeignBlocks { return [] }
    }
    if let call = definition.value("RETURN").flatMap({ certainCall(of: name, in: $0) }) { return [finding(call, name)] }
    return []
  }

  private func finding(_ call: Block, _ name: String) -> AdviceFinding {
    AdviceFinding(self, at: call.id, "", [.text(name)])
  }

  /// Returns the call of a function that surely happens when a block runs; nil for none.
  private func certainCall(of name: String, in block: Block) -> Block? {
    var waiting = [block]
    while let block = waiting.popLast() {
      if let call = block.mutator as? MutatorProcedureCaller, call.name.lowercased() == name.lowercased() {
        return block
      }
      if !block.isUnknown { waiting += block.alwaysComputed }
    }
    return nil
  }
}
