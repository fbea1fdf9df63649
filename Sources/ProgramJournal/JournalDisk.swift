import Glibc
import Workbench

/// What a journal asks of the disk that may fail late, or never come back; a test has its own.
public nonisolated struct JournalDisk: Sendable {
  /// Gives a file another name, as `link` does.
  var link: @Sendable (_ path: String, _ name: String) -> Int32
  /// Has what was written of an open file on the disk, as `fdatasync` does.
  var synchronise: @Sendable (_ file: Int32) -> Int32

  /// The system's own, after something else.
  /// - Parameters:
  ///   - link: comes before a journal gets its name.
  ///   - synchronise: comes before lines are on the disk.
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
