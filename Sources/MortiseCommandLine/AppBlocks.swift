import BlockLibrary
import BlockModel
import CodeGeneration

/// The blocks that an app adds to the stock blocks, its toolbox, and its generators. They are read on background threads.
public nonisolated struct AppBlocks: Sendable {
  /// Adds blocks, mutators, field types and extensions to a factory that knows the stock blocks. The messages are the
  /// words on blocks in the user's language. What it throws is shown as it describes itself.
  public var register: @Sendable (BlockFactory, MessageTable) throws -> Void = { _, _ in }
  /// The toolbox as JSON or XML; nil for the stock toolbox.
  public var toolbox: [UInt8]?
  /// The generators of the blocks' code.
  public var generators: [GeneratorFile] = []

  public init() {}
}
