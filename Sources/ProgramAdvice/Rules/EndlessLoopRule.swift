import BlockModel

/// Finds loops that nothing ends: nothing in them changes the condition or leaves them.
package struct EndlessLoopRule: AdviceRule {
  package let id = "endless-loop"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = ["controls_whileUntil"]
  package init() {}

  /// The largest loop that is examined, in blocks.
  private static let mostBlocks = 5000

  package func findings(at loop: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(loop), let condition = loop.value("BOOL"), program.isRepeatable(condition) else { return [] }
    let entersIf = loop.option("MODE") != "UNTIL"
    if ConditionValue.constant(of: condition, in: program) == !entersIf { return [] }
    let body = loop.body("DO")
    let facts = body.map(program.facts)
    if facts.contains(where: { $0.mayBreak || $0.mayReturn || $0.hasUnknownEffects }) { return [] }
    if facts.reduce(0, { $0 + $1.count }) > Self.mostBlocks { return [] }
    let reads = program.reads(in: condition)
    for statement in body {
      for block in statement.descendants(followers: false) where block.isEnabled {
        if program.uses(of: block).sets.contains(where: { reads.contains(ObjectIdentifier($0)) }) { return [] }
        // A list changes without its variable being set.
        let list: Block? =
          switch block.type {
          case "lists_setIndex": block.value("LIST")
          case "lists_getIndex" where block.option("MODE") != "GET": block.value("VALUE")
          default: nil
          }
        if let list, !list.isVariable || list.variable.map({ reads.contains(ObjectIdentifier($0)) }) ?? true {
          return []
        }
      }
    }
    return [AdviceFinding(self, at: loop.id, "", [.line(blockID: condition.id)])]
  }
}
