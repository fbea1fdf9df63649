import BlockModel

/// Praises programs of some size that say nothing twice.
public struct NoRepetitionRule: AdviceRule {
  public let id = "no-repetition"
  public let level = AdviceLevel.praise
  public init() {}

  /// The number of blocks from which it is worth mentioning.
  private static let fewestBlocks = 30

  public func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.workspace.blocks.count >= Self.fewestBlocks, DuplicateStackRule().findings(in: program).isEmpty else {
      return []
    }
    return [AdviceFinding(self, at: nil)]
  }
}
