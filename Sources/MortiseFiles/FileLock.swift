import Glibc

/// A lock on an open file. It is held until the file is closed, however the process ends.
package nonisolated enum FileLock {
  package enum Outcome: Hashable, Sendable {
    case acquired
    /// Another process holds the lock and so is still running.
    case lockedByOther
    /// The file system does not support locks.
    case unsupported
  }

  /// `F_OFD_SETLK`: the lock belongs to the open file. An ordinary lock belongs to the process, which would lose it on
  /// closing any other descriptor of the file, even one that was only used to read it.
  private static let setLockOfOpenFile: Int32 = 37

  /// Locks a file that is open for writing, without waiting.
  package static func acquire(_ descriptor: Int32) -> Outcome {
    do throws(SystemError) {
      try set(F_WRLCK, descriptor)
      return .acquired
    } catch {
      return error.code == EAGAIN || error.code == EACCES ? .lockedByOther : .unsupported
    }
  }

  /// Unlocks the file before it is closed.
  package static func release(_ descriptor: Int32) { try? set(F_UNLCK, descriptor) }

  private static func set(_ kind: Int32, _ descriptor: Int32) throws(SystemError) {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    _ = try SystemError.check { fcntl(descriptor, setLockOfOpenFile, &lock) }
  }
}
