import Glibc

/// A lock that an open file holds as long as it is open, however its process ends.
package nonisolated enum FileLock {
  package enum Outcome: Hashable, Sendable {
    case held
    /// Somebody else holds it, who thus lives.
    case taken
    /// The file system knows no locks.
    case unsupported
  }

  /// `F_OFD_SETLK`: the lock belongs to the open file. An ordinary one belongs to the process, which would lose it by
  /// closing any other descriptor of the file, as every look at it does.
  private static let setLockOfOpenFile: Int32 = 37

  /// Takes the lock of a file that is open for writing; never waits.
  package static func take(_ descriptor: Int32) -> Outcome {
    do throws(SystemError) {
      try set(F_WRLCK, descriptor)
      return .held
    } catch {
      return error.code == EAGAIN || error.code == EACCES ? .taken : .unsupported
    }
  }

  /// Lets go of the lock before the file is closed.
  package static func release(_ descriptor: Int32) { try? set(F_UNLCK, descriptor) }

  private static func set(_ kind: Int32, _ descriptor: Int32) throws(SystemError) {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    _ = try SystemError.check { fcntl(descriptor, setLockOfOpenFile, &lock) }
  }
}
