import BlockModel

/// What a format needs to read a program.
public struct ReadingContext {
  /// Creates the blocks.
  public var factory: BlockFactory
  /// The source of ids for blocks without one.
  public var randomness: any RandomNumberGenerator
  /// Inspects the program; its remarks are added to the findings.
  public var inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  /// Reads an older version of the program, for formats without ids and positions: these stay where nothing changed.
  public var old: () -> ReadProgram? = { nil }
  /// The program to read, in a file that may have several; nil for the only one.
  public var programName: String?
  /// Which of Blockly's formats the program is going to be written in; nil if that is not known.
  public var targetFormat: ProgramFormat?
  /// The program's cache, to be passed to `FileFormat.write(_:style:cache:)` later.
  public var cache: ProgramCache

  /// - Parameters:
  ///   - randomness: the source of ids for blocks without one.
  ///   - cache: that of the program, if it was read before.
  public init(factory: BlockFactory, randomness: any RandomNumberGenerator, cache: ProgramCache = ProgramCache()) {
    self.factory = factory
    self.randomness = randomness
    self.cache = cache
  }
}
