import Glibc
import MortiseFiles
import Workbench

/// Writes a shorter journal that recovers the same program, and replaces the old journal in a single step. If the
/// process is killed at any time, one of the two exists and is complete.
nonisolated final class JournalCompaction {
  private let old: JournalFile
  /// The parts still to be copied, in reverse order.
  private var pieces: [JournalIndex.Compacted.Piece]
  /// The length of the old journal when compaction began. Lines appended since then follow at the end.
  private let oldLength: Int
  private var unsynced = 0
  private let temporaryPath: String
  /// The shorter journal, still under its temporary name.
  let new: JournalFile

  /// Smaller journals aren't worth compacting.
  static let minLength = 1 << 16
  /// Shorter journals are compacted whenever something can be left out: they are written at once.
  private static let cheapLength = 1 << 22
  /// A longer one is compacted again when it has grown by one part in this many.
  private static let growth = 16
  /// It must then save at least one part in this many.
  private static let minSaving = 256
  private static let chunkSize = 1 << 20

  /// - Parameter programPath: the program's file, beside which the journal is.
  /// - Returns: nil if compaction isn't worthwhile, or not possible.
  init?(of old: JournalFile, programPath: String?, minLength: Int = minLength) {
    let compacted = old.end.withLock { end -> JournalIndex.Compacted? in
      let length = end.index.length
      let isCheap = length < Self.cheapLength
      guard length >= minLength, isCheap || length - end.compactedLength >= length / Self.growth else { return nil }
      guard let compacted = end.index.compacted(),
        length - compacted.index.length >= (isCheap ? 1 : length / Self.minSaving)
      else { return nil }
      return compacted
    }
    guard let compacted, let location = try? JournalFile.location(of: programPath),
      let temporary = try? TemporaryFile.create(beside: location, JournalFile.openFlags, mode: 0o600)
    else { return nil }
    self.old = old
    pieces = compacted.pieces.reversed()
    oldLength = old.end.withLock { end in
      end.compacted = compacted.index
      return end.index.length
    }
    temporaryPath = temporary.path
    new = JournalFile(
      path: old.path, file: temporary.take(), index: compacted.index, isTorn: false, isCompact: true, disk: old.disk)
  }

  /// Copies a part and syncs it, so that `finish` has little left to sync.
  /// - Returns: false if no part was left.
  func copyNext() throws(SystemError) -> Bool {
    guard let piece = pieces.popLast() else { return false }
    switch piece {
    case .text(let bytes): try new.file.writeAll(bytes)
    case .copy(let range):
      let end = min(range.upperBound, range.lowerBound + Self.chunkSize)
      if end < range.upperBound { pieces.append(.copy(end..<range.upperBound)) }
      try old.file.copy(range.lowerBound..<end, to: new.file)
      unsynced += end - range.lowerBound
    }
    if unsynced >= Self.chunkSize { try synchronise() }
    return true
  }

  private func synchronise() throws(SystemError) {
    _ = try SystemError.check { old.disk.synchronise(new.file.number) }
    unsynced = 0
  }

  /// Replaces the old journal.
  func finish() throws(SystemError) -> JournalFile {
    let index = try old.end.withLock { (end) throws(SystemError) -> JournalIndex in
      // Another process may have removed or replaced the old journal.
      guard let index = end.compacted, old.isInPlace else { throw SystemError(code: ENOENT) }
      try old.file.copy(oldLength..<end.index.length, to: new.file)
      try synchronise()
      try FileSystem.rename(temporaryPath, to: old.path)
      end.compacted = nil
      return index
    }
    new.end.withLock { end in end.index = index }
    return new
  }

  /// Gives up; the old journal stays in use.
  func cancel() {
    try? FileSystem.remove(temporaryPath)
    old.end.withLock { $0.compacted = nil }
  }
}
