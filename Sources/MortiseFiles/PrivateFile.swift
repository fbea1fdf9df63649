import Glibc

/// A file for the running programs of one user, in a private folder that no other user may enter. Links are not
/// followed.
public nonisolated struct PrivateFile: Sendable {
  /// The possible parent folders of the private folder, the best one first.
  private let candidates: [Candidate]
  private let folderName: String
  private let name: String

  private struct Candidate: Sendable {
    var path: String
    /// Whether to create it.
    var isCreated: Bool
  }

  /// The maximum size of a file to read, in bytes.
  private static let sizeLimit = 1 << 28

  /// - Parameters:
  ///   - name: the file's name.
  ///   - folder: the name of the private folder.
  ///   - runtimeFolder: the user's folder for running programs, `$XDG_RUNTIME_DIR`; nil for none.
  ///   - cacheFolder: the fallback, which is created; nil for none.
  /// - Returns: nil if both are nil. Relative paths count as nil, as the XDG specification says.
  public init?(_ name: String, inFolder folder: String, runtimeFolder: String?, cacheFolder: String?) {
    self.name = name
    folderName = folder
    let runtime = runtimeFolder.map { Candidate(path: $0, isCreated: false) }
    let cache = cacheFolder.map { Candidate(path: $0, isCreated: true) }
    candidates = [runtime, cache].compactMap(\.self).filter { $0.path.hasPrefix("/") }
    if candidates.isEmpty { return nil }
  }

  /// Replaces the file's content, in one step.
  /// - Throws: `FileError`; the file is then as it was.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    let path = try folder() + "/" + name
    do throws(SystemError) {
      let temporary = try TemporaryFile.create(beside: FileLocation(path: path), O_WRONLY, mode: 0o600)
      do throws(SystemError) {
        try temporary.file.writeAll(bytes)
        try FileSystem.rename(temporary.path, to: path)
      } catch {
        temporary.remove()
        throw error
      }
    } catch {
      throw FileError(.save, path, code: error.code)
    }
    TemporaryFile.removeAbandoned(beside: FileLocation(path: path))
  }

  /// Reads the file.
  /// - Returns: nil if there is none.
  /// - Throws: `FileError` if it can't be read, or isn't private.
  public func read() throws(FileError) -> [UInt8]? {
    let path = try folder() + "/" + name
    let bytes: [UInt8]?
    do throws(SystemError) {
      // Without O_NONBLOCK, opening a pipe would wait for a writer.
      let file = try FileSystem.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      let status = try file.status()
      guard status.isRegular, status.isOwn, status.st_mode & 0o022 == 0 else { throw SystemError(code: ELOOP) }
      bytes = try file.readAll(expected: Int(status.st_size), limit: Self.sizeLimit)
    } catch {
      if error.code == ENOENT { return nil }
      throw error.code == ELOOP ? FileError(.read, path, .notPrivate) : FileError(.read, path, code: error.code)
    }
    if let bytes { return bytes }
    throw FileError(.read, path, .tooLarge(size: Self.sizeLimit + 1, limit: Self.sizeLimit))
  }

  /// Returns the path of the private folder in the first candidate that can be used; creates it if it doesn't exist.
  private func folder() throws(FileError) -> String {
    var failure = FileError(.save, folderName, .missingFolder)
    for candidate in candidates {
      do throws(FileError) { return try folder(in: candidate) } catch { failure = error }
    }
    throw failure
  }

  private func folder(in candidate: Candidate) throws(FileError) -> String {
    let path = candidate.path + "/" + folderName
    do throws(SystemError) {
      if candidate.isCreated, !FileSystem.exists(candidate.path) {
        try FileSystem.makeFolder(candidate.path, mode: 0o700)
      }
      let parent = try FileSystem.status(of: candidate.path)
      guard parent.isFolder, parent.isOwn, parent.st_mode & 0o022 == 0 else {
        throw SystemError(code: ELOOP)
      }
      do throws(SystemError) { try FileSystem.makeFolder(path, mode: 0o700) } catch {
        if error.code != EEXIST { throw error }
      }
      let folder = try FileSystem.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      let status = try folder.status()
      guard status.isOwn else { throw SystemError(code: ELOOP) }
      // The umask may have removed rights of the owner; an older folder may be open to others.
      if status.st_mode & 0o777 != 0o700 { _ = try SystemError.check { fchmod(folder.number, 0o700) } }
    } catch {
      let isForeign = error.code == ELOOP || error.code == ENOTDIR
      throw isForeign ? FileError(.save, path, .notPrivate) : FileError(.save, path, code: error.code)
    }
    return path
  }
}

extension stat {
  fileprivate nonisolated var isOwn: Bool { st_uid == geteuid() }
}
