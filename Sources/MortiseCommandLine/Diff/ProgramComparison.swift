import BlockEvents
import BlockFormats
import BlockModel
import BlockNotation
import Markup
import MortiseFiles
import ProgramDiff
import TerminalUI

/// Two programs and what differs between them.
struct ProgramComparison {
  let oldPath: String
  let newPath: String
  private(set) var changes: ProgramChanges
  private(set) var listing: ChangeListing
  /// The programs as the editor shows them, with their own names of variables; empty if they aren't needed.
  let pictures: (old: [ProgramPicture.Row], new: [ProgramPicture.Row])

  /// - Parameters:
  ///   - isExact: whether ids, places and order count.
  ///   - showsPrograms: whether pictures of the programs are needed.
  /// - Throws: any error of reading; see `report`.
  init(
    _ pair: FilePairs.Pair, _ factory: BlockFactory, isExact: Bool, showsPrograms: Bool
  ) throws {
    try self.init(
      pair, old: try Self.bytes(pair.old), new: try Self.bytes(pair.new), factory, isExact: isExact, picture: picture)
  }

  /// - Parameters:
  ///   - pair: the paths, which say the formats.
  ///   - oldBytes: the content of the old file.
  ///   - newBytes: the content of the new one.
  /// - Throws: any error of reading; see `report`.
  init(
    _ pair: FilePairs.Pair, old oldBytes: [UInt8], new newBytes: [UInt8], _ factory: BlockFactory, isExact: Bool,
    picture: ((Workspace) -> [String])? = nil
  ) throws {
    (oldPath, newPath) = (pair.old, pair.new)
    let (old, new) = (try Self.read(oldBytes, pair.old, factory), try Self.read(newBytes, pair.new, factory))
    pictures =
      showsPrograms ? (ProgramPicture.rows(of: old.workspace), ProgramPicture.rows(of: new.workspace)) : ([], [])
    changes = ProgramChanges(
      renaming: ProgramMatch(old.workspace, new.workspace, isExact: isExact))
    listing = ChangeListing(changes, library: NotationLibrary(factory: factory))
    listing.addFile(old.linesBehindProgram, new.linesBehindProgram)
    if isExact, listing.sections.isEmpty, oldBytes != newBytes {
      listing.addFile(["@file: the layout of the old one"], ["@file: the layout of the new one"])
    }
  }

  var isSame: Bool { changes.isEmpty && listing.sections.isEmpty }

  /// The events that turn the old program into the new one, a line each, with the seed of the ids that the old file
  /// doesn't have.
  /// - Throws: any error of reading, and `EventError`.
  static func events(_ pair: FilePairs.Pair, _ factory: BlockFactory, isExact: Bool) throws -> [String] {
    let seed: UInt64 = 1
    let old = try read(try bytes(pair.old), pair.old, factory, randomness: SeededNumbers(seed: seed))
    let new = try read(try bytes(pair.new), pair.new, factory)
    let loading = FinishedLoadingEvent(workspaceID: old.workspace.id, seed: seed).json(in: old.workspace).text()
    let match = ProgramMatch(old.workspace, new.workspace, isExact: isExact)
    let difference = try ProgramDifference(changing: match)
    if difference.events.isEmpty { return [] }
    return [loading] + difference.events.map { $0.json(in: old.workspace).text() }
  }

  private static func bytes(_ path: String) throws -> [UInt8] { try ProgramFile.bytes(of: path) }

  private static func read(
    _ bytes: [UInt8], _ path: String, _ factory: BlockFactory, randomness: any RandomNumberGenerator = SystemNumbers()
  ) throws -> ReadFile {
    do {
      let program = try ProgramFile.read(bytes, at: path, factory: factory, randomness: randomness)
      if program.isProgram { return program }
    } catch {
      // One line, whatever is wrong.
      let lines = ProgramFile.lines(of: error, in: path)
      throw ComparisonError(description: lines.first ?? "\(error)")
    }
    throw ComparisonError(description: "\(ProgramFile.displayName(path)): this is no Blockly program")
  }
}

/// Why two programs can't be compared.
struct ComparisonError: Error, CustomStringConvertible {
  var description: String
}
