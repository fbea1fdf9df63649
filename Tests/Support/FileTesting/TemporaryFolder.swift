import Glibc

/// A folder for one test, removed together with its files.
public final class TemporaryFolder {
  public let path: String

  /// The error if no folder can be created, with its `errno`.
  public struct Failure: Error { var code: Int32 }

  public init() throws(Failure) {
    var template = Array("/tmp/mortise-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(code: errno) }
    path = String(cString: made)
  }

  deinit {
    if let folder = opendir(path) {
      // By their bytes: a name may not be UTF-8.
      while let entry = readdir(folder) {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlinkat(dirfd(folder), $0, 0) }
        }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  public func file(_ name: String) -> String { path + "/" + name }

  /// The names of the files in the folder, sorted.
  public var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// The status of a path, not following links.
  public static func status(_ path: String) -> stat {
    var status = stat()
    lstat(path, &status)
    return status
  }

  public static func mode(_ path: String) -> mode_t { status(path).st_mode & 0o7777 }
}
