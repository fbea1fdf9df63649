import BlockModel

/// Praises longer programs without repeated statements.
package struct NoRepetitionRule: AdviceRule {
  package let id = "no-repetition"
  package let level = AdviceLevel.praise
  package init() {}

  /// The number of blocks from which it is worth mentioning.
  private static let fewestBlocks = 30

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.workspace.blocks.count >= Self.fewestBlocks, DuplicateStackRule().findings(in: program).isEmpty else {
      return []
    }
    return [AdviceFinding(self, at: nil)]
  }
}
