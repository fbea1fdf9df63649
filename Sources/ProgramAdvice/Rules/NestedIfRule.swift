import BlockModel

/// Finds an if alone in another one, where one condition would do, and an if alone in an else.
package struct NestedIfRule: AdviceRule {
  package let id = "nested-if"
  package let level = AdviceLevel.hint
  package let types: Set<String>? = ["controls_if", "controls_ifelse"]
  package init() {}

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block), block.value("IF0") != nil else { return [] }
    let isSimple = block.branches.count == 1
    let inner = block.body(isSimple ? "DO0" : "ELSE")
    guard inner.count == 1, inner[0].isIf, program.isStock(inner[0]), inner[0].value("IF0") != nil else { return [] }
    if isSimple, inner[0].branches.count > 1 { return [] }
    return [
      AdviceFinding(self, at: inner[0].id, isSimple ? "inside" : "else", repair: .mergeIfs(blockID: block.id))
    ]
  }
}
