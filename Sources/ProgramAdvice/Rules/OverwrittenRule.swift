import BlockLibrary
import BlockModel

/// Finds variables that are set twice without being read in between.
package struct OverwrittenRule: AdviceRule {
  package let id = "overwritten"
  package let level = AdviceLevel.warning
  package init() {}

  package func findings(in statements: [Block], of program: AdvisedProgram) -> [AdviceFinding] {
    var findings: [AdviceFinding] = []
    /// The settings whose values nothing has read yet, by the variable.
    var unread: [ObjectIdentifier: Block] = [:]
    for statement in statements {
      // Whatever may run elsewhere may read every variable.
      if statement.inputs.contains(where: { $0.kind == .statement }) || program.facts(of: statement).hasUnknownEffects
        || statement.type == "controls_flow_statements" || statement.type == "procedures_ifreturn"
      {
        if !unread.isEmpty { unread = [:] }
        continue
      }
      if !unread.isEmpty {
        for value in statement.values {
          program.visitUses(in: value) { for variable in $1.reads { unread[ObjectIdentifier(variable)] = nil } }
        }
      }
      let uses = program.uses(of: statement)
      for variable in uses.reads { unread[ObjectIdentifier(variable)] = nil }
      for variable in uses.sets {
        if let earlier = unread[ObjectIdentifier(variable)] {
          findings.append(
            AdviceFinding(
              self, at: earlier.id, field: "VAR", "", [.text(variable.name)],
              repair: .delete(firstID: earlier.id, lastID: earlier.id)))
        }
        let isPlain = statement.isSetting && statement.value("VALUE").map(program.isPure) == true
        unread[ObjectIdentifier(variable)] = isPlain ? statement : nil
      }
    }
    return findings
  }
}
