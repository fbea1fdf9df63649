import Glibc

/// A file that is replaced atomically.
package nonisolated struct AtomicFile {
  package let location: FileLocation
  /// The path as given by the user, for messages.
  package let path: String
  /// The mode of a new file, before the umask.
  package var newMode: mode_t = 0o666

  /// Writes a temporary file and renames it over the old one. If no file existed, a file that another program creates
  /// meanwhile is not replaced.
  /// - Parameter check: runs just before the old file is replaced, and throws to cancel.
  /// - Returns: the state of the new file.
  package func replace(
    with bytes: [UInt8], check: () throws(FileError) -> Void
  ) throws(FileError) -> FileStamp {
    let temporary = try makeTemporary()
    var isDone = false
    defer { if !isDone { temporary.remove() } }
    var stamp: FileStamp
    do throws(SystemError) {
      try temporary.file.writeAll(bytes)
      if let status = location.status { try FileAttributes(of: location.path, status).give(to: temporary.file) }
      try temporary.file.synchronise()
      stamp = FileStamp(try temporary.file.status(), content: bytes)
    } catch {
      throw FileError(.save, path, code: error.code)
    }
    try check()
    do throws(SystemError) {
      if location.status == nil {
        try FileSystem.renameToFreeName(temporary.path, location.path)
      } else {
        try FileSystem.rename(temporary.path, to: location.path)
      }
      isDone = true
    } catch {
      throw error.code == EEXIST ? FileError(.save, path, .alreadyExists) : FileError(.save, path, code: error.code)
    }
    // The file is renamed and thus saved, even if a later step fails. Renaming changes the change time.
    if let status = try? temporary.file.status() { stamp.acceptRenaming(status) }
    try? FileSystem.open(location.folder, O_RDONLY | O_DIRECTORY).synchronise()
    return stamp
  }

  private func makeTemporary() throws(FileError) -> TemporaryFile {
    do throws(SystemError) {
      // Keep the file private until it gets the old file's mode.
      return try TemporaryFile.create(beside: location, O_WRONLY, mode: location.status == nil ? newMode : 0o600)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw FileError(.save, self.path, .missingFolder)
      case EACCES, EPERM: throw FileError(.save, self.path, .folderNotAllowed(location.folder))
      default: throw FileError(.save, self.path, code: error.code)
      }
    }
  }
}
