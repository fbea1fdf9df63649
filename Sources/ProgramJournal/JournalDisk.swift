import Glibc
import MortiseFiles
import Workbench

/// The disk operations that may fail late or hang. Tests can delay them.
public nonisolated struct JournalDisk: Sendable {
  /// Adds a name for a file, like `link`.
  var link: @Sendable (_ path: String, _ name: String) throws(SystemError) -> Void
  /// Writes an open file's data to the disk, like `fdatasync`.
  var synchronise: @Sendable (_ file: Int32) -> Int32

  /// The system's operations, each preceded by a hook.
  /// - Parameters:
  ///   - link: runs before a journal gets its name.
  ///   - synchronise: runs before lines are synced to the disk.
  public init(
    beforeLink link: @escaping @Sendable () -> Void = {},
    beforeSynchronise synchronise: @escaping @Sendable () -> Void = {}
  ) {
    self.link = { path, name throws(SystemError) in
      link()
      try FileSystem.link(path, to: name)
    }
    self.synchronise = { file in
      synchronise()
      return fdatasync(file)
    }
  }
}
