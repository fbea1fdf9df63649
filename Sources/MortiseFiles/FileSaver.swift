import Glibc

/// Saves whole files atomically: the file always has either the old or the new content.
public nonisolated enum FileSaver {
  /// The required state of the existing file.
  public enum Expectation: Hashable, Sendable {
    /// None: any existing file is replaced.
    case anything
    /// The file as it was last read or saved.
    case unchanged(since: FileStamp)
    /// No file: a new one is created.
    case nothing
  }

  /// Writes a temporary file in the same folder and renames it over the old one. Symbolic links are kept, and their
  /// targets replaced. The mode, the ACL and other extended attributes are kept, and the owner if the system allows it;
  /// the mode of a new file follows the umask. Other hard links keep the old content.
  /// - Parameter expectation: the required state of the existing file, so that no other program's changes are
  ///   overwritten.
  /// - Returns: the state of the saved file, for the next save.
  /// - Throws: `FileError`; the old file is then untouched, and no temporary file remains.
  @discardableResult
  public static func save(
    _ bytes: [UInt8], to path: String, expecting expectation: Expectation = .anything
  ) throws(FileError) -> FileStamp {
    if let stream = standardStream(path) { return try write(bytes, to: stream, path) }
    let location = try locate(path)
    try check(expectation, at: location, path)
    return try AtomicFile(location: location, path: path).replace(with: bytes) { () throws(FileError) in
      // Check again, because writing may have taken long.
      try check(expectation, at: location, path)
    }
  }

  /// Checks whether a file could be saved now, without writing anything.
  /// - Returns: the reason why not; nil if no obstacle is known.
  public static func obstacle(to path: String) -> FileError? {
    do throws(FileError) {
      let location = try locate(path)
      // Check the effective user's rights, which saving uses.
      do throws(SystemError) { try FileSystem.effectiveAccess(location.folder, W_OK | X_OK) } catch {
        return switch error.code {
        case ENOENT, ENOTDIR: FileError(.save, path, .missingFolder)
        case EACCES, EPERM: FileError(.save, path, .folderNotAllowed(location.folder))
        default: FileError(.save, path, code: error.code)
        }
      }
      return nil
    } catch {
      return error
    }
  }

  private static func locate(_ path: String) throws(FileError) -> FileLocation {
    let location: FileLocation
    do throws(SystemError) { location = try FileLocation(following: path) } catch {
      throw error.code == ENOTDIR
        ? FileError(.save, path, .missingFolder) : FileError(.save, path, code: error.code)
    }
    if location.name.isEmpty || location.status?.isFolder == true { throw FileError(.save, path, .isFolder) }
    if let status = location.status {
      guard status.isRegular else { throw FileError(.save, path, .notRegular) }
      do throws(SystemError) { try FileSystem.access(location.path, W_OK) } catch {
        throw FileError(.save, path, error.code == EROFS ? .readOnlyFileSystem : .readOnlyFile)
      }
    }
    return location
  }

  private static func check(
    _ expectation: Expectation, at location: FileLocation, _ path: String
  ) throws(FileError) {
    switch expectation {
    case .anything: break
    case .unchanged(let stamp):
      // If the whole folder is gone, there is nothing to overwrite.
      if FileSystem.isMissing(location.folder) { throw FileError(.save, path, .missingFolder) }
      if FileSystem.isMissing(location.path) { throw FileError(.save, path, .gone) }
      if try !stamp.isCurrent(at: location.path) { throw FileError(.save, path, .changedOnDisk) }
    case .nothing:
      if FileSystem.exists(location.path) { throw FileError(.save, path, .alreadyExists) }
    }
  }

  // MARK: - Standard streams

  /// The descriptor of a standard stream. These are written directly, because they may be a terminal or a pipe.
  package static func standardStream(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1": STDOUT_FILENO
    case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2": STDERR_FILENO
    default: nil
    }
  }

  private static func write(_ bytes: [UInt8], to stream: Int32, _ path: String) throws(FileError) -> FileStamp {
    do throws(SystemError) {
      let file = FileDescriptor(number: try SystemError.check { fcntl(stream, F_DUPFD_CLOEXEC, 3) })
      try file.writeAll(bytes)
      return FileStamp(try file.status(), content: bytes)
    } catch {
      throw FileError(.save, path, code: error.code)
    }
  }
}
