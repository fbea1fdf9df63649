import Glibc

/// Marks a file of `NamedFiles` as in use, for other processes. The lock ends with the object or the process.
public nonisolated final class NamedFileLock: Sendable {
  private let file: FileDescriptor
  private let path: String

  deinit { try? FileSystem.remove(path) }

  /// - Returns: nil if another process uses the file, or the lock can't be made.
  init?(at path: String) {
    // Another process may remove the file before it is locked.
    for _ in 1...16 {
      let mode: Int32 = O_RDWR | O_CREAT | O_NOFOLLOW
      guard let file = try? FileSystem.open(path, mode, mode: 0o600), FileLock.acquire(file.number) != .lockedByOther
      else { return nil }
      guard file.isAt(path) else { continue }
      self.file = file
      self.path = path
      return
    }
    return nil
  }
}
