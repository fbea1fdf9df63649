import Glibc

/// A file that is replaced atomically.
package nonisolated struct AtomicFile {
  package let location: FileLocation
  /// The path as given by the user, for messages.
  package let path: String

  private struct Temporary: ~Copyable {
    let path: String
    let file: FileDescriptor
  }

  /// The mode bits that `chmod` sets.
  private static let modeBits: mode_t = 0o7777

  /// Writes a temporary file and renames it over the old one.
  /// - Parameter check: runs just before the old file is replaced, and throws to cancel.
  /// - Returns: the state of the new file.
  package func replace(
    with bytes: [UInt8], check: () throws(FileError) -> Void
  ) throws(FileError) -> FileStamp {
    let temporary = try makeTemporary()
    let temporaryPath = temporary.path
    var isDone = false
    defer { if !isDone { unlink(temporaryPath) } }
    let stamp: FileStamp
    do throws(SystemError) {
      try temporary.file.writeAll(bytes)
      if let status = location.status { try keepOwnerAndMode(of: status, for: temporary.file) }
      try temporary.file.synchronise()
      stamp = FileStamp(try temporary.file.status(), content: bytes)
    } catch {
      throw FileError(.save, path, code: error.code)
    }
    try check()
    do throws(SystemError) {
      _ = try SystemError.check { rename(temporaryPath, location.path) }
      isDone = true
    } catch {
      throw FileError(.save, path, code: error.code)
    }
    // The file is renamed and thus saved, even if the folder can't be synchronised.
    try? FileDescriptor(open: location.folder, O_RDONLY | O_DIRECTORY).synchronise()
    return stamp
  }

  private func makeTemporary() throws(FileError) -> Temporary {
    // Keep the file private until it gets the old file's mode.
    let firstMode: mode_t = location.status == nil ? 0o666 : 0o600
    while true {
      let name = ".mortise-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
      let path = location.sibling(name)
      do throws(SystemError) {
        return Temporary(
          path: path, file: try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: firstMode))
      } catch {
        switch error.code {
        case EEXIST: continue
        case ENOENT, ENOTDIR: throw FileError(.save, self.path, .missingFolder)
        case EACCES, EPERM: throw FileError(.save, self.path, .folderNotAllowed(location.folder))
        default: throw FileError(.save, self.path, code: error.code)
        }
      }
    }
  }

  private func keepOwnerAndMode(of old: stat, for file: borrowing FileDescriptor) throws(SystemError) {
    let new = try file.status()
    var mode = old.st_mode & Self.modeBits
    if new.st_uid != old.st_uid || new.st_gid != old.st_gid {
      // Only root may change the owner, but the group can be kept if the user belongs to it.
      if fchown(file.number, old.st_uid, old.st_gid) != 0, fchown(file.number, uid_t.max, old.st_gid) != 0 {
        mode &= ~(S_ISUID | S_ISGID)
      }
    }
    _ = try SystemError.check { fchmod(file.number, mode) }
  }
}
