import BlockLibrary
import BlockModel
import CodeGeneration
import ProgramJournal
import Workbench

/// The programs to open, and closures that read them and their definitions. They run on a background thread.
public nonisolated struct Opening: Sendable {
  /// The blocks and the toolbox that programs are built with, and the generators of the blocks' code.
  public struct Definitions {
    /// Creates the blocks of all programs that are opened.
    public var factory: BlockFactory
    /// The blocks that users can insert.
    public var toolbox: Toolbox
    /// The files with generators of own blocks.
    public var generators: [GeneratorFile]

    /// - Parameter generators: are read when their language is needed.
    public init(factory: BlockFactory, toolbox: Toolbox, generators: [GeneratorFile] = []) {
      self.factory = factory
      self.toolbox = toolbox
      self.generators = generators
    }
  }

  /// A program that is opened behind the first one.
  public struct FurtherProgram: Sendable {
    /// The path of its file as the user gave it.
    public var path: String
    /// The deep link to follow when it is first shown; nil to begin at the program's start.
    public var link: String?
    let program: @Sendable (Definitions) throws -> Document

    /// - Parameter program: reads the program.
    public init(path: String, link: String? = nil, program: @escaping @Sendable (Definitions) throws -> Document) {
      self.path = path
      self.link = link
      self.program = program
    }
  }

  /// The path of the program's file as the user gave it; nil for a new, unnamed program.
  public var path: String?
  /// The deep link to follow after opening; nil to begin at the program's start.
  public var link: String?
  /// The programs to open behind it.
  public var further: [FurtherProgram] = []
  /// Reads the block definitions and the toolbox.
  /// - Throws: an error whose description is shown to the user, such as `DefinitionFileError`; no program is opened
  ///   then.
  public let definitions: @Sendable () throws -> Definitions
  var program: @Sendable (Definitions) throws -> Document
  var journals: @Sendable (_ own: String?) throws -> JournalScan

  /// - Parameters:
  ///   - link: a deep link such as `block=ID/field=NAME`.
  ///   - definitions: reads the block definitions and the toolbox.
  ///   - program: reads the program.
  ///   - journals: looks for the program's journals, except the editor's own.
  public init(
    path: String?, link: String? = nil, definitions: @escaping @Sendable () throws -> Definitions,
    program: @escaping @Sendable (Definitions) throws -> Document,
    journals: (@Sendable (_ own: String?) throws -> JournalScan)? = nil
  ) {
    self.path = path
    self.link = link
    self.definitions = definitions
    self.program = program
    self.journals = journals ?? { own in JournalScan.look(for: path, besides: own) }
  }
}
