import BlockEvents
import BlockFormats
import BlockModel
import BlockNotation
import ProgramDiff
import TerminalUI

/// A version of a program to compare.
struct ProgramVersion {
  /// The path, for messages and to recognise the format by its extension.
  var path: String
  /// The content of the file. Without any bytes, the program is empty.
  var bytes: [UInt8]
  /// The file, if its format is already known.
  private var file: RecognisedFile?

  init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

  init(path: String, file: RecognisedFile) {
    (self.path, bytes) = (path, file.bytes)
    if !bytes.isEmpty { self.file = file }
  }

  /// - Throws: `FileError` if the file can't be read.
  init(reading path: String) throws { self.init(path: path, bytes: try ProgramFile.bytes(of: path)) }

  /// - Throws: `ComparisonError` for a file that is broken or not a program.
  func read(
    _ factory: BlockFactory,
    randomness: any RandomNumberGenerator = SeededNumbers(seed: .random(in: .min ... .max))
  ) throws(ComparisonError) -> ReadFile {
    do {
      let program = try self.program(factory, randomness)
      if program.isProgram { return program }
    } catch {
      // A single line, even for several mistakes.
      throw ComparisonError(
        description: ProgramFile.lines(of: error, in: path).first ?? "\(error)",
        isOutOfMemory: ProgramFile.isOutOfMemory(error))
    }
    throw ComparisonError(description: "\(ProgramFile.displayName(path)): this isn't a Blockly program")
  }

  private func program(_ factory: BlockFactory, _ randomness: any RandomNumberGenerator) throws -> ReadFile {
    if let file {
      var context = ReadingContext(factory: factory, randomness: randomness)
      context.programName = ProgramPath(path).program
      return try ProgramFile.read(file, context)
    }
    return try ProgramFile.read(
      bytes.isEmpty ? Array("<xml/>".utf8) : bytes, at: bytes.isEmpty ? "-" : path, factory: factory,
      randomness: randomness)
  }
}

/// Two programs and the differences between them.
struct ProgramComparison {
  let oldPath: String
  let newPath: String
  let changes: ProgramChanges
  let listing: ChangeListing
  /// The programs as the editor shows them, with their own names of variables; nil if they aren't needed or are too
  /// large.
  let pictures: (old: [ProgramPicture.Row], new: [ProgramPicture.Row])?

  var isSame: Bool { changes.isEmpty && listing.sections.isEmpty }
}

/// Compares programs.
struct ProgramComparer {
  private let factory: BlockFactory
  private let library: NotationLibrary
  private let isExact: Bool
  private let showsPrograms: Bool

  /// - Parameters:
  ///   - isExact: whether ids, positions and order count.
  ///   - showsPrograms: whether pictures of the programs are needed.
  init(_ factory: BlockFactory, isExact: Bool = false, showsPrograms: Bool = false) {
    (self.factory, self.isExact, self.showsPrograms) = (factory, isExact, showsPrograms)
    library = NotationLibrary.of(factory)
  }

  /// - Throws: `ComparisonError` for a file that is broken or not a program.
  func compare(_ old: ProgramVersion, _ new: ProgramVersion) throws(ComparisonError) -> ProgramComparison {
    let (own, other) = (try old.read(factory), try new.read(factory))
    // Draw them before the old program gets the new names of variables.
    let pictures = showsPrograms ? Self.pictures(own.workspace, other.workspace) : nil
    let changes = ProgramChanges(renaming: ProgramMatch(own.workspace, other.workspace, isExact: isExact))
    var listing = ChangeListing(changes, library: library)
    listing.addFile(own.linesBehindProgram, other.linesBehindProgram)
    if isExact, listing.sections.isEmpty, old.bytes != new.bytes {
      listing.addChange(ofFile: "the order of stacks, or the layout of the file")
    }
    return ProgramComparison(
      oldPath: old.path, newPath: new.path, changes: changes, listing: listing, pictures: pictures)
  }

  private static func pictures(
    _ old: Workspace, _ new: Workspace
  ) -> (old: [ProgramPicture.Row], new: [ProgramPicture.Row])? {
    guard let own = ProgramPicture.rows(of: old), let other = ProgramPicture.rows(of: new) else { return nil }
    return (own, other)
  }

  /// The events that turn the old program into the new one, a line each, with the seed of the ids that the old file
  /// doesn't have.
  /// - Throws: `ComparisonError` for a file that is broken or not a program; `EventError` if a change can't be made.
  func events(_ old: ProgramVersion, _ new: ProgramVersion) throws -> [String] {
    let seed: UInt64 = 1
    let (own, other) = (
      try old.read(factory, randomness: SeededNumbers(seed: seed)), try new.read(factory)
    )
    let loading = FinishedLoadingEvent(workspaceID: own.workspace.id, seed: seed).json(in: own.workspace).text()
    let match = ProgramMatch(own.workspace, other.workspace, isExact: isExact)
    let difference = try ProgramDifference(changing: match)
    if difference.events.isEmpty { return [] }
    return [loading] + difference.events.map { $0.json(in: own.workspace).text() }
  }
}

/// The reason why two programs can't be compared.
struct ComparisonError: Error, CustomStringConvertible {
  var description: String
  /// Whether memory ran out before the file could be recognised.
  var isOutOfMemory = false
}
