import Glibc
import Workbench

/// The disk operations that may fail late or hang. Tests can delay them.
public nonisolated struct JournalDisk: Sendable {
  /// Adds a name for a file, like `link`.
  var link: @Sendable (_ path: String, _ name: String) -> Int32
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
    self.link = { path, name in
      link()
      return Glibc.link(path, name)
    }
    self.synchronise = { file in
      synchronise()
      return fdatasync(file)
    }
  }
}
