import BlockModel

/// Finds loops over a list that grows or shrinks in their body: items are skipped, or the loop doesn't end.
package struct ListInLoopRule: AdviceRule {
  package let id = "list-in-loop"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = ["lists_setIndex", "lists_getIndex"]
  package init() {}

  /// The number of enclosing blocks that are looked at.
  private static let mostLevels = 64

  package func findings(at change: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    let grows = change.type == "lists_setIndex"
    guard program.isStock(change), grows ? change.option("MODE") == "INSERT" : change.option("MODE") != "GET",
      let list = change.value(grows ? "LIST" : "VALUE"), list.isVariable, let variable = list.variable
    else { return [] }
    var inner = change
    var level = 0
    while level < Self.mostLevels, let superior = inner.superiorConnection {
      // After a break, no item can be skipped.
      if inner.outputConnection == nil, superior.sourceInput != nil || inner === change {
        let rest = Block.statements(from: inner.nextBlock)
        if rest.contains(where: { [.breaking, .returning, .leaving].contains(program.facts(of: $0).exit) }) {
          return []
        }
      }
      inner = superior.sourceBlock
      guard let input = superior.sourceInput else { continue }
      level += 1
      guard inner.type == "controls_forEach", input.name == "DO", inner.isEnabled, let items = inner.value("LIST"),
        items.isVariable, items.variable === variable
      else { continue }
      return [AdviceFinding(self, at: change.id, grows ? "grows" : "shrinks", [.text(variable.name)])]
    }
    return []
  }
}
