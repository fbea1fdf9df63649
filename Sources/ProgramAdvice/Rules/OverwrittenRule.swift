import BlockLibrary
import BlockModel

/// Finds variables that are set twice without being read in between.
public struct OverwrittenRule: AdviceRule {
  public let id = "overwritten"
  public let level = AdviceLevel.warning
  public init() {}

  public func findings(in statements: [Block], of program: AdvisedProgram) -> [AdviceFinding] {
    var findings: [AdviceFinding] = []
    /// The settings whose values nothing has read yet, by the id of the variable.
    var unread: [String: Block] = [:]
    for statement in statements {
      // Whatever may run elsewhere may read every variable.
      if statement.inputs.contains(where: { $0.kind == .statement }) || program.facts(of: statement).hasUnknownEffects
        || statement.type == "controls_flow_statements" || statement.type == "procedures_ifreturn"
      {
        unread = [:]
        continue
      }
      for value in statement.values { for id in program.reads(in: value) { unread[id] = nil } }
      let uses = program.uses(of: statement)
      for variable in uses.reads { unread[variable.id] = nil }
      for variable in uses.sets {
        if let earlier = unread[variable.id] {
          findings.append(
            AdviceFinding(
              self, at: earlier.id, field: "VAR", "", [.text(variable.name)],
              repair: .delete(firstID: earlier.id, lastID: earlier.id)))
        }
        let isPlain = statement.isSetting && statement.value("VALUE").map(program.isPure) == true
        unread[variable.id] = isPlain ? statement : nil
      }
    }
    return findings
  }
}
