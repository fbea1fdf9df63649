import BlockModel

/// A check of programs. A rule looks at single blocks, at statements that follow each other, or at the whole program.
///
/// It must find the same in the same program, and change nothing. It may not recurse over blocks.
public protocol AdviceRule: Sendable {
  /// A name in lower case with hyphens, which settings and comments use: `never-set`.
  var id: String { get }
  /// The severity of what it finds.
  var level: AdviceLevel { get }
  /// The types of the blocks that `findings(at:in:)` looks at; nil for all.
  var types: Set<String>? { get }

  /// Looks at an enabled block, which may contain others. Called again when it, a block in it, or a block around it
  /// changes.
  func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding]
  /// Looks at the enabled statements of a stack or a body, at least one.
  func findings(in statements: [Block], of program: AdvisedProgram) -> [AdviceFinding]
  /// Looks at the whole program. Called after each change, so it should use only what the program has counted.
  func findings(in program: AdvisedProgram) -> [AdviceFinding]
}

extension AdviceRule {
  public var types: Set<String>? { [] }
  public func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] { [] }
  public func findings(in statements: [Block], of program: AdvisedProgram) -> [AdviceFinding] { [] }
  public func findings(in program: AdvisedProgram) -> [AdviceFinding] { [] }
}
