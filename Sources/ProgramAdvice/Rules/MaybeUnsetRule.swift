import BlockLibrary
import BlockModel

/// Finds variables that may be read before they are set. Loops count as running at least once, and a function as setting
/// all that one of its statements sets.
public struct MaybeUnsetRule: AdviceRule {
  public let id = "maybe-unset"
  public let level = AdviceLevel.warning
  public init() {}

  public func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let order = SettingOrder(of: program)
    if order.early.isEmpty { return [] }
    let roots = Set(program.mainStacks.map(ObjectIdentifier.init))
    func runsInOrder(_ setting: Block) -> Bool {
      let root = setting.root
      return roots.contains(ObjectIdentifier(root)) || root !== setting && root.mutator is MutatorProcedureDefinition
    }
    return order.early.compactMap { read in
      // What else sets the variable may run at any time.
      guard let sets = program.index.uses(of: read.variable)?.sets.values, !sets.isEmpty,
        sets.allSatisfy({ runsInOrder($0.block) })
      else { return nil }
      return AdviceFinding(
        self, at: read.block.id, field: "VAR", read.partialSetting == nil ? "late" : "",
        [.text(read.variable.name)] + (read.partialSetting.map { [.line(blockID: $0.id)] } ?? []))
    }
  }
}
