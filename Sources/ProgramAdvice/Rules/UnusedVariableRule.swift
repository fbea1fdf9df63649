import BlockLibrary
import BlockModel
import BlockNotation

/// Finds variables that are set but never read.
public struct UnusedVariableRule: AdviceRule {
  public let id = "unused-variable"
  public let level = AdviceLevel.hint
  public init() {}

  public func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let (blocks, variables) = (program.workspace.blocks, program.workspace.variables)
    let neverSet = program.index.uses.filter { !$1.reads.isEmpty && $1.sets.isEmpty }.keys.compactMap { variables[$0]?.name }
    return program.index.uses.flatMap { id, uses -> [AdviceFinding] in
      guard !uses.sets.isEmpty, let variable = variables[id] else { return [] }
      // Where its name is mistyped, it is read.
      if neverSet.contains(where: { Spelling.nearest(to: $0, among: [variable.name]) != nil }) { return [] }
      // To change a variable isn't to use it; a loop or a function may need a variable that nothing reads.
      let setters = uses.sets.compactMap { blocks[$0] }
      let isSetOnly = setters.allSatisfy {
        $0.isSetting || ["math_change", "text_append"].contains($0.type)
      }
      guard isSetOnly, uses.reads.isSubset(of: uses.sets) else { return [] }
      return setters.map { setter in
        let isPlain = setter.values.allSatisfy(program.isPure)
        return AdviceFinding(
          self, at: setter.id, field: "VAR", setters.count > 1 ? "several" : "", [.text(variable.name), .text("\(setters.count)")],
          repair: isPlain ? .delete(firstID: setter.id, lastID: setter.id) : nil)
      }
    }
  }
}
