import Glibc

/// A lock that an open file holds as long as it is open, however its process ends.
nonisolated enum FileLock {
  enum Outcome: Hashable, Sendable {
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
  static func take(_ descriptor: Int32) -> Outcome {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    do throws(SystemError) {
      _ = try SystemError.check { fcntl(descriptor, setLockOfOpenFile, &lock) }
      return .held
    } catch {
      return error.code == EAGAIN || error.code == EACCES ? .taken : .unsupported
    }
  }
}
