import BlockModel

/// Finds loops that nothing ends: nothing in them changes the condition or leaves them.
package struct EndlessLoopRule: AdviceRule {
  package let id = "endless-loop"
  package let level = AdviceLevel.warning
  package init() {}

  /// The largest loop that is examined, in blocks.
  private static let mostBlocks = 5000

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    program.sequences.flatMap { statements in
      statements.flatMap { program.kind(of: $0).way == .whileLoop ? check($0, in: program) : [] }
    }
  }

  private func check(_ loop: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(loop), let condition = loop.value("BOOL"), program.isRepeatable(condition) else { return [] }
    let entersIf = loop.option("MODE") != "UNTIL"
    if ConditionValue.constant(of: condition, in: program) == !entersIf { return [] }
    let body = loop.body("DO")
    let facts = body.map(program.facts)
    if facts.contains(where: { $0.mayBreak || $0.mayReturn || $0.hasUnknownEffects }) { return [] }
    if facts.reduce(0, { $0 + $1.count }) > Self.mostBlocks { return [] }
    let reads = program.reads(in: condition)
    let stack = loop.root
    if reads.contains(where: { isSetByEvents($0, beside: stack, program) }) { return [] }
    var settings: [Block] = []
    for statement in body {
      for block in statement.descendants(followers: false) where block.isEnabled {
        // A list changes without its variable being set, and may have other names.
        if block.type == "lists_setIndex" || block.type == "lists_getIndex" && block.option("MODE") != "GET" {
          return []
        }
        if program.uses(of: block).sets.contains(where: { reads.contains(ObjectIdentifier($0)) }) {
          settings.append(block)
        }
      }
    }
    if settings.isEmpty { return [AdviceFinding(self, at: loop.id, "", [.line(blockID: condition.id)])] }
    guard let wrong = settings.first, settings.allSatisfy({ leadsAway($0, from: condition, entersIf: entersIf) }) else {
      return []
    }
    return [
      AdviceFinding(self, at: loop.id, "direction", [.line(blockID: wrong.id), .line(blockID: condition.id)])
    ]
  }

  /// Whether an app's stack, such as an event's, sets a variable beside the loop's own stack.
  private func isSetByEvents(
    _ variable: ObjectIdentifier, beside stack: Block, _ program: AdvisedProgram
  ) -> Bool {
    let uses = program.index.uses.first { ObjectIdentifier($0.variable) == variable }
    return uses?.sets.values.contains { record in
      let root = record.block.root
      return root !== stack && !program.isStock(root)
    } ?? false
  }

  /// Whether a statement changes the compared variable in the direction in which the loop goes on: `n > 0` never fails
  /// if n grows.
  private func leadsAway(_ change: Block, from condition: Block, entersIf: Bool) -> Bool {
    guard change.type == "math_change", let step = change.value("DELTA")?.literalNumber, step != 0,
      condition.type == "logic_compare", let left = condition.value("A"), let right = condition.value("B")
    else { return false }
    let isLeft = left.isVariable && left.variable === change.variable && right.literalNumber != nil
    let isRight = right.isVariable && right.variable === change.variable && left.literalNumber != nil
    guard isLeft || isRight else { return false }
    let goesOnAbove: Bool
    switch condition.option("OP") {
    case "GT", "GTE": goesOnAbove = isLeft == entersIf
    case "LT", "LTE": goesOnAbove = isLeft != entersIf
    default: return false
    }
    return goesOnAbove == (step > 0)
  }
}
