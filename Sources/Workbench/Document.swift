import BlockEditing
import BlockFormats
import BlockModel
import BlockNotation
import Markup
import MortiseFiles
import ProgramContainers

/// A program and its file. It can be opened on a background thread: see `TransferBox`.
public nonisolated struct Document {
  /// The path of the program's file; nil until a new program gets a name.
  public var path: String?
  /// The program itself, as read; a controller changes it later.
  public let workspace: Workspace
  /// How the file is written.
  public internal(set) var style: FileStyle
  /// The objects that reading and writing the file both need, such as the wordings of the blocks.
  let cache: ProgramCache
  /// The reader's remarks on the file.
  public var findings: [ProgramFinding]
  /// How the code beside the blocks related to them when the file was read; nil if there is none.
  package internal(set) var codeState: EmbeddedCodeState?
  /// The file's bytes when it was last read or saved. An unchanged program is written back byte for byte.
  package var savedBytes: [UInt8]?
  /// The bytes that were read. They are written again when everything is undone.
  package var readBytes: [UInt8]?
  /// The file's state when it was last read or saved; nil when there is no file.
  public package(set) var stamp: FileStamp?
  /// The seed of the ids assigned while loading. Loading the same bytes with the same seed assigns the same ids, so
  /// events recorded in one session find their blocks in another.
  public let seed: UInt64
  /// A mark that is equal for two loads that assigned the same ids; nil until loading has finished.
  package private(set) var loadingMark: LoadingMark?
  /// The source of ids after loading; nil to continue with the seeded generator.
  private let idGeneratorAfterLoading: (any RandomNumberGenerator)?
  /// Why the file is never overwritten, as a clause: it is in another language. Nil if it isn't.
  package internal(set) var foreignReason: String?
  /// Whether this is a copy of a program that is edited elsewhere, so that opening it must change nothing.
  package var isShared = false
  /// The work of an earlier session, recovered from a journal.
  package var recoveredHistory: RecoveredHistory?

  /// A new, empty program.
  /// - Parameters:
  ///   - formats: the formats that the path's extension may name.
  ///   - seed: the seed of the ids assigned while loading.
  ///   - idGeneratorAfterLoading: the source of ids after loading. It must not repeat ids in another session with the
  ///     same seed. Nil continues with the seeded generator, for tests that name ids.
  public init(
    factory: BlockFactory, path: String? = nil, formats: FileFormats = .standard,
    seed: UInt64 = .random(in: .min ... .max),
    idGeneratorAfterLoading: (any RandomNumberGenerator)? = SystemNumbers()
  ) {
    self.path = path
    self.seed = seed
    self.idGeneratorAfterLoading = idGeneratorAfterLoading
    workspace = Workspace(factory: factory, randomness: SeededNumbers(seed: seed))
    style = (path.flatMap { formats.format(ofNewFile: $0, after: nil) } ?? formats.standard).style(after: nil)
    cache = ProgramCache()
    findings = []
    foreignReason = path.flatMap { Self.foreignReason(ofPath: $0, in: style.format, formats) }
  }

  /// An empty program whose statements are typed.
  /// - Parameter workspace: gets them. Its ids continue as they began.
  init(typing workspace: Workspace) {
    seed = 0
    self.workspace = workspace
    style = BlocklyFormat.json.style(after: nil)
    cache = ProgramCache()
    findings = []
    idGeneratorAfterLoading = nil
  }

  /// Parses a program.
  /// - Parameters:
  ///   - path: the location of the program, as `ProgramPath` parses it.
  ///   - format: the format of the bytes; nil to decide by name and content.
  /// - Throws: the format's error when the bytes are not a program; see `OpenError.init(reading:_:)`.
  package init(
    bytes: [UInt8], path: String?, format: (any FileFormat)? = nil, formats: FileFormats = .standard,
    factory: BlockFactory, seed: UInt64 = .random(in: .min ... .max),
    idGeneratorAfterLoading: (any RandomNumberGenerator)? = SystemNumbers()
  ) throws {
    let path = path.map(ProgramPath.init)
    let file = format.map { RecognisedFile($0, bytes) } ?? Self.recognise(bytes, path?.file, formats, factory)
    try self.init(
      file, at: path, formats, factory: factory, seed: seed, idGeneratorAfterLoading: idGeneratorAfterLoading)
  }

  /// Finds the format of a file. A blank one, as `touch` makes it, has that of a new program with its name.
  private static func recognise(
    _ bytes: [UInt8], _ path: String?, _ formats: FileFormats, _ factory: BlockFactory
  ) -> RecognisedFile {
    if isBlank(bytes), let path {
      let format = formats.format(ofNewFile: path, after: nil) ?? formats.format(ofPath: path)
      return RecognisedFile(format ?? formats.standard, bytes)
    }
    return formats.recognise(bytes, path: path, factory: factory) ?? RecognisedFile(formats.standard, bytes)
  }

  private static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 } }

  private init(
    _ file: RecognisedFile, at path: ProgramPath?, _ formats: FileFormats, factory: BlockFactory, seed: UInt64,
    idGeneratorAfterLoading: (any RandomNumberGenerator)?
  ) throws {
    factory.formatName = file.format.name
    var context = ReadingContext(factory: factory, randomness: SeededNumbers(seed: seed))
    context.programName = path?.program
    let program =
      Self.isBlank(file.bytes) && file.format.canBegin(after: nil)
      ? ReadFile(
        workspace: Workspace(factory: factory, randomness: context.randomness), style: file.format.style(after: nil))
      : try file.read(context)
    style = program.style
    cache = context.cache
    self.path = path?.file
    self.seed = seed
    self.idGeneratorAfterLoading = idGeneratorAfterLoading
    workspace = program.workspace
    findings = program.findings
    savedBytes = file.bytes
    readBytes = file.bytes
    foreignReason = path.flatMap {
      Self.foreignReason(ofPath: $0.file, in: style.format, formats)
        ?? Self.foreignReason(of: file, at: $0.file, workspace, style, cache, formats)
    }
    // Here, as the editor reads programs in the background.
    codeState = (style.format as? ContainerFormat)?.codeState(of: workspace, style: style, cache: cache)
  }

  /// Opens a program's file. If the file does not exist, makes a new program that will be saved there.
  /// - Parameters:
  ///   - path: the location of the program, as `ProgramPath` parses it.
  ///   - opensFirst: whether to open the first one of several programs, if the path names none.
  ///   - formats: the formats that the file may be in.
  ///   - seed: the seed of the ids assigned while loading.
  ///   - idGeneratorAfterLoading: the source of ids after loading; see
  ///     `init(factory:path:formats:seed:idGeneratorAfterLoading:)`.
  /// - Throws: `OpenError` with a message for the user.
  public static func open(
    _ path: String, opensFirst: Bool = false, factory: BlockFactory, formats: FileFormats = .standard,
    seed: UInt64 = .random(in: .min ... .max),
    idGeneratorAfterLoading: (any RandomNumberGenerator)? = SystemNumbers()
  ) throws(OpenError) -> Document {
    let content: FileContent
    var programPath = ProgramPath(path)
    let file = programPath.file
    do throws(FileError) { content = try FileReader.read(file) } catch {
      guard error.cause == .missing else { throw OpenError("\(error)") }
      return Document(
        factory: factory, path: file, formats: formats, seed: seed, idGeneratorAfterLoading: idGeneratorAfterLoading)
    }
    let recognised = Self.recognise(content.bytes, file, formats, factory)
    if opensFirst, programPath.program == nil { programPath.program = recognised.programNames.first }
    do {
      var document = try Document(
        recognised, at: programPath, formats, factory: factory, seed: seed,
        idGeneratorAfterLoading: idGeneratorAfterLoading)
      document.stamp = content.stamp
      return document
    } catch {
      throw OpenError(reading: path, error)
    }
  }

  /// Changes the format of a file that was saved in an earlier session.
  package mutating func convert(to format: any FileFormat) {
    style = format.style(after: style)
    readBytes = nil
  }

  /// Why a program isn't written to a file whose extension names another language, as a clause; nil if it can be.
  static func foreignReason(ofPath path: String, in format: any FileFormat, _ formats: FileFormats) -> String? {
    // The files of some apps have code and blocks.
    let isKnown = formats.format(ofPath: path).map { $0.canBegin(after: nil) } ?? false
    guard format.app == nil, !isKnown, let language = OtherLanguage.name(ofPath: path) else { return nil }
    return "it is \(language), not blocks"
  }

  private static func foreignReason(
    of file: RecognisedFile, at path: String, _ workspace: Workspace, _ style: FileStyle, _ cache: ProgramCache,
    _ formats: FileFormats
  ) -> String? {
    guard file.format is TextFormat, formats.format(ofPath: path) == nil,
      OtherLanguage.isIn(
        String(decoding: file.bytes, as: UTF8.self),
        notation: String(decoding: style.format.write(workspace, style: style, cache: cache).bytes, as: UTF8.self))
    else { return nil }
    return "it has lines of another language, not blocks"
  }

  /// Defines the procedures that the program calls but does not define. Ids assigned after this differ between
  /// sessions.
  /// - Returns: the names of the procedures.
  @MainActor package mutating func finishLoading(_ coordinator: WorkspaceLayoutCoordinator) -> [String] {
    if let recoveredHistory { return recoveredHistory.definedProcedures }
    if let lines = style.details as? PythonLines {
      style.details = nil
      findings += PythonTyping.type(lines, into: workspace)
    }
    if isShared {
      setLoadingMark()
      return []
    }
    coordinator.eventManager.pushNewGroup()
    let definedProcedures = coordinator.procedures.defineMissing()
    coordinator.eventManager.popGroup()
    coordinator.eventManager.firePendingEvents()
    setLoadingMark()
    return definedProcedures
  }

  private mutating func setLoadingMark() {
    var numbers = workspace.draw(from: idGeneratorAfterLoading ?? SystemNumbers())
    if idGeneratorAfterLoading == nil { workspace.draw(from: numbers) }
    loadingMark = LoadingMark(blockCount: workspace.blocks.count, nextNumber: numbers.next())
  }

  /// Equal for two loads that assigned the same ids.
  package struct LoadingMark: Hashable, Sendable {
    package var blockCount: Int
    /// The next number of the id generator. It depends on how many numbers loading drew.
    package var nextNumber: UInt64

    package init(blockCount: Int, nextNumber: UInt64) {
      self.blockCount = blockCount
      self.nextNumber = nextNumber
    }
  }
}

/// Changes made to a program since it was loaded, in an earlier session.
package nonisolated struct RecoveredHistory {
  package var stacks: UndoHistory.Stacks
  /// The history's mark at the last save. If that state can't be reached any more, it matches no state in `stacks`.
  package var savedMark: Int
  package var definedProcedures: [String]
  /// The types of unknown events, which changed nothing.
  package var unknownEventTypes: [String]

  package init(
    stacks: UndoHistory.Stacks, savedMark: Int, definedProcedures: [String], unknownEventTypes: [String] = []
  ) {
    self.unknownEventTypes = unknownEventTypes
    self.stacks = stacks
    self.savedMark = savedMark
    self.definedProcedures = definedProcedures
  }
}

/// Why a program could not be opened: on one line, unless a text has several mistakes.
public nonisolated struct OpenError: Error, Sendable, CustomStringConvertible {
  public var description: String
  /// - Parameter description: the whole message, with the file's name.
  public init(_ description: String) { self.description = description }

  /// - Parameters:
  ///   - name: the name of a program's file.
  ///   - error: what is wrong with its content.
  package init(reading name: String, _ error: any Error) {
    let name = OpenFolder.shown(name)
    switch error {
    case let error as MarkupError: self.init("\(name):\(error)")
    case let error as NotationError: self.init(error.list(in: name))
    default: self.init("\(name): \(error)")
    }
  }
}
