import BlockLibrary
import BlockModel
import BlockNotation

/// Finds variables that are set but never read.
package struct UnusedVariableRule: AdviceRule {
  package let id = "unused-variable"
  package let level = AdviceLevel.hint
  package init() {}

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let neverSet = program.index.uses.filter(\.isNeverSet).map(\.variable.name)
    return program.index.uses.flatMap { uses -> [AdviceFinding] in
      // To change a variable isn't to use it.
      guard !uses.sets.isEmpty, uses.reads.keys.allSatisfy({ uses.sets[$0] != nil }) else { return [] }
      let variable = uses.variable
      // Where its name is mistyped, it is read.
      if neverSet.contains(where: { Spelling.nearest(to: $0, among: [variable.name]) != nil }) { return [] }
      // A loop or a function may need a variable that nothing reads.
      let setters = uses.sets.values.map(\.block)
      guard setters.allSatisfy({ $0.isSetting || ["math_change", "text_append"].contains($0.type) }) else { return [] }
      return setters.map { setter in
        let isPlain = setter.values.allSatisfy(program.isPure)
        return AdviceFinding(
          self, at: setter.id, field: "VAR", setters.count > 1 ? "several" : "",
          [.text(variable.name), .text("\(setters.count)")],
          repair: isPlain ? .delete(firstID: setter.id, lastID: setter.id) : nil)
      }
    }
  }
}
