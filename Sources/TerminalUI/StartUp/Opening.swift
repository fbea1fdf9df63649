import BlockModel
import ProgramJournal
import Workbench

/// What is opened, and how it is got. The closures run beside the main thread.
public nonisolated struct Opening: Sendable {
  /// What the program is built of and from.
  public struct Definitions {
    public var factory: BlockFactory
    public var toolbox: Toolbox

    public init(factory: BlockFactory, toolbox: Toolbox) {
      self.factory = factory
      self.toolbox = toolbox
    }
  }

  /// The program's file as the user names it; nil for a new one without a name.
  public var path: String?
  /// Where in the program the cursor goes; nil for its beginning.
  public var link: String?
  var definitions: @Sendable () throws -> Definitions
  var program: @Sendable (Definitions) throws -> Document
  var journals: @Sendable (_ own: String?) throws -> JournalScan

  /// - Parameters:
  ///   - link: a deep link such as `block=ID/field=NAME`.
  ///   - definitions: reads the block definitions and the toolbox.
  ///   - program: reads the program.
  ///   - journals: looks for journals, besides the editor's own.
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
