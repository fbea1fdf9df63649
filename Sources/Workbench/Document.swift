import BlockEditing
import BlockFormats
import BlockModel
import Files
import Markup

/// A program with its file. It can be opened beside the main thread: see `TransferBox`.
public nonisolated struct Document {
  /// Where the program is saved; nil until a new one gets a name.
  public var path: String?
  public let workspace: Workspace
  /// How the file is laid out.
  public var style: ProgramStyle
  /// What was met while the file was read.
  public var findings: [ProgramFinding]
  /// The file's bytes as they were read or saved last, so that an unchanged program stays the same to the byte.
  package var savedBytes: [UInt8]?
  /// The bytes as they were read, for when everything is undone.
  package var readBytes: [UInt8]?
  /// The file's state when it was read or saved last; nil for no file.
  package var stamp: FileStamp?
  /// What the ids follow from that loading gives: the same bytes get the same ids from the same seed, so that what was
  /// recorded in one session finds its blocks in another one.
  public let seed: UInt64
  /// Tells whether loading gave the same ids as another time; nil while it is not finished.
  package private(set) var loadingMark: LoadingMark?
  /// Where ids come from once the program is loaded; nil to go on with the numbers of the seed.
  private let laterIDs: (any RandomNumberGenerator)?
  /// What an earlier session had done to the program, which a journal brought back.
  package var earlierWork: EarlierWork?

  /// A new, empty program.
  /// - Parameters:
  ///   - seed: what the ids follow from that are given while it is loaded.
  ///   - laterIDs: where ids come from after that. They must not come again in a session with the same seed; nil to go on
  ///     with the numbers of the seed all the same, for tests that say ids.
  public init(
    factory: BlockFactory, path: String? = nil, seed: UInt64 = .random(in: .min ... .max),
    laterIDs: (any RandomNumberGenerator)? = SystemRandomNumberGenerator()
  ) {
    self.path = path
    self.seed = seed
    self.laterIDs = laterIDs
    workspace = Workspace(factory: factory, randomness: SeededNumbers(seed: seed))
    style = .pretty(path?.hasSuffix(".json") == true ? .json : .xml)
    findings = []
  }

  /// Reads a program's bytes.
  /// - Throws: `MarkupError` when they are no program.
  package init(
    bytes: [UInt8], path: String?, factory: BlockFactory, seed: UInt64 = .random(in: .min ... .max),
    laterIDs: (any RandomNumberGenerator)? = SystemRandomNumberGenerator()
  ) throws(MarkupError) {
    let program = try ProgramReader.read(bytes, factory: factory, randomness: SeededNumbers(seed: seed))
    self.path = path
    self.seed = seed
    self.laterIDs = laterIDs
    workspace = program.workspace
    style = program.style
    findings = program.findings
    savedBytes = bytes
    readBytes = bytes
  }

  /// Opens a program's file; where there is none, a new program that will be saved there.
  /// - Parameters:
  ///   - seed: what the ids follow from that are given while it is loaded.
  ///   - laterIDs: where ids come from after that; see `init(factory:path:seed:laterIDs:)`.
  /// - Throws: `OpenError` in words for the user.
  public static func open(
    _ path: String, factory: BlockFactory, seed: UInt64 = .random(in: .min ... .max),
    laterIDs: (any RandomNumberGenerator)? = SystemRandomNumberGenerator()
  ) throws(OpenError) -> Document {
    let content: FileContent
    do throws(FileError) { content = try FileReader.read(path) } catch {
      guard error.cause == .missing else { throw OpenError("\(error)") }
      return Document(factory: factory, path: path, seed: seed, laterIDs: laterIDs)
    }
    do throws(MarkupError) {
      var document = try Document(bytes: content.bytes, path: path, factory: factory, seed: seed, laterIDs: laterIDs)
      document.stamp = content.stamp
      return document
    } catch {
      throw OpenError("\(path):\(error)")
    }
  }

  /// Makes the procedures that the program calls and does not define. From now on its ids are others in each session.
  /// - Returns: the names of the procedures.
  @MainActor package mutating func finishLoading(_ coordinator: WorkspaceLayoutCoordinator) -> [String] {
    if let earlierWork { return earlierWork.madeProcedures }
    coordinator.eventManager.pushNewGroup()
    let madeProcedures = coordinator.procedures.defineMissing()
    coordinator.eventManager.popGroup()
    coordinator.eventManager.firePendingEvents()
    setLoadingMark()
    return madeProcedures
  }

  private mutating func setLoadingMark() {
    var numbers = workspace.draw(from: laterIDs ?? SystemRandomNumberGenerator())
    if laterIDs == nil { workspace.draw(from: numbers) }
    loadingMark = LoadingMark(blockCount: workspace.blocks.count, nextNumber: numbers.next())
  }

  /// What two loadings have in common that gave the same ids.
  package struct LoadingMark: Hashable, Sendable {
    package var blockCount: Int
    /// The number that the next id would have begun with: it tells how many were drawn.
    package var nextNumber: UInt64

    package init(blockCount: Int, nextNumber: UInt64) {
      self.blockCount = blockCount
      self.nextNumber = nextNumber
    }
  }
}

/// What was done to a program since it was loaded, in an earlier session.
package nonisolated struct EarlierWork {
  package var stacks: UndoHistory.Stacks
  /// The state that was saved last; none of the stacks' when that was given up since.
  package var savedMark: Int
  package var madeProcedures: [String]
  /// The types of the events that nobody knows, and that changed nothing, therefore.
  package var unknownEventTypes: [String]

  package init(
    stacks: UndoHistory.Stacks, savedMark: Int, madeProcedures: [String], unknownEventTypes: [String] = []
  ) {
    self.unknownEventTypes = unknownEventTypes
    self.stacks = stacks
    self.savedMark = savedMark
    self.madeProcedures = madeProcedures
  }
}

/// Why a program could not be opened, in one line.
public nonisolated struct OpenError: Error, Sendable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
