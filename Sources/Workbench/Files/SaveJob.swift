import BlockFormats
import MortiseFiles

/// A snapshot of a program to be written to its file. Later changes to the program don't affect it.
public nonisolated struct SaveJob: Hashable, Sendable {
  /// The path of the file to be written.
  public let path: String
  /// The id of the program's workspace, which tells it from other open programs.
  public let workspaceID: String
  let bytes: [UInt8]
  let expectation: FileSaver.Expectation
  /// What the file format can't store, as messages for the user.
  let warnings: [String]
  /// The history's mark for the saved state.
  let mark: Int
  /// The program's new style if saving changes it; nil otherwise.
  let style: FileStyle?

  /// The checksum of the file's new content; nil when the content is too long for one.
  package var contentHash: UInt64? { FileStamp.contentHash(of: bytes) }

  /// Writes the file. May be called on any thread.
  /// - Throws: `FileError`; the old file is then untouched.
  public func write() throws(FileError) -> FileStamp {
    try FileSaver.save(bytes, to: path, expecting: expectation)
  }
}

extension SaveJob: CustomStringConvertible {
  /// The path, not the whole program.
  public nonisolated var description: String { path }
}
