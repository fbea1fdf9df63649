import BlockModel

/// The context in which a format reads a program.
public struct ReadingContext {
  /// The factory that creates the blocks.
  public var factory: BlockFactory
  /// The source of ids for blocks without one.
  public var randomness: any RandomNumberGenerator
  /// Inspects the program; its remarks are added to the findings.
  public var inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  /// Reads an older version of the program, for formats without ids and positions: unchanged parts keep theirs.
  public var old: () -> ReadProgram? = { nil }
  /// The program to read, in a file that may have several; nil for the only one.
  public var programName: String?
  /// The Blockly format in which the program is going to be written; nil if unknown.
  public var targetFormat: ProgramFormat?
  /// The program's cache, to be passed to `FileFormat.write(_:style:cache:)` later.
  public var cache: ProgramCache

  /// - Parameters:
  ///   - randomness: the source of ids for blocks without one.
  ///   - cache: the program's cache, if it was read before.
  public init(factory: BlockFactory, randomness: any RandomNumberGenerator, cache: ProgramCache = ProgramCache()) {
    self.factory = factory
    self.randomness = randomness
    self.cache = cache
  }
}
