import BlockFormats
import Files

/// A program on its way to its file: as it was when the user wanted it saved, whatever is done to it meanwhile.
public nonisolated struct SaveJob: Hashable, Sendable {
  public let path: String
  let bytes: [UInt8]
  let expectation: FileSaver.Expectation
  /// What the file can't hold, in words.
  let remarks: [String]
  /// The state of the history that is saved.
  let mark: Int
  /// The style that the program has from then on, when it gets another.
  let style: ProgramStyle?

  /// The checksum that the file will have; nil when it is too long for one.
  package var contentHash: UInt64? { FileStamp.contentHash(of: bytes) }

  /// Writes the file; on any thread.
  /// - Throws: `FileError`; the file is then as it was.
  public func write() throws(FileError) -> FileStamp {
    try FileSaver.save(bytes, to: path, expecting: expectation)
  }
}

extension SaveJob: CustomStringConvertible {
  /// Where it goes; not the whole program.
  public nonisolated var description: String { path }
}
