import BlockLibrary
import BlockModel
import CodeGeneration

/// The blocks that an app adds to the stock blocks, its toolbox, and its generators. Background threads read them.
public nonisolated struct AppBlocks: Sendable {
  /// Files of block definitions, which may include generators, and of generators alone. Their paths are only for
  /// messages.
  public var files: [BlockFile] = []
  /// Registers the classes of the fields that the definitions name, before these are read.
  public var registerFields: @Sendable (inout FieldTypes) -> Void = { _ in }
  /// Adds to a factory what definitions can't express, such as mutators. The factory knows the stock blocks and the
  /// defined ones; the messages are the texts on blocks in the user's language.
  /// - Throws: any error, such as `DefinitionFileError`; its description is shown.
  public var register: @Sendable (BlockFactory, MessageTable) throws -> Void = { _, _ in }
  /// The toolbox as JSON or XML; nil for the stock toolbox.
  public var toolbox: [UInt8]?
  /// Additional categories after those of the toolbox, as a toolbox in JSON or XML; nil for none. They are left out
  /// if the user has a toolbox of their own.
  public var categories: [UInt8]?

  /// No blocks besides the stock ones.
  public init() {}

  /// Adds all blocks to a factory.
  /// - Throws: `GeneratorFileError` for a mistake in a definition, and the errors of `register`.
  func add(to factory: BlockFactory, _ messages: MessageTable) throws {
    registerFields(&factory.fieldTypes)
    for file in files where file.kind == .definitions {
      do { try factory.load(json: file.bytes, messages: messages) } catch {
        throw GeneratorFileError(description: "\(file.path):\(error)")
      }
    }
    try register(factory, messages)
  }
}
