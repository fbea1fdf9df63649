import Glibc

/// A file to which lines are added, each at once.
public final class LogFile {
  private let path: String
  private nonisolated let descriptor: Int32
  /// Why the last line could not be written.
  public private(set) var problem: String?

  /// Begins a file anew.
  /// - Throws: `FileError` when it can't be written.
  public init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw FileError(.save, path, .system(errno)) }
  }

  deinit { close(descriptor) }

  /// Adds a line.
  public func write(_ line: String) {
    // A line of the file is one line of the log, whatever a name in it holds.
    let bytes = Array((line.replacing("\n", with: "\\n") + "\n").utf8)
    if Glibc.write(descriptor, bytes, bytes.count) != bytes.count {
      problem = FileError(.save, path, .system(errno)).description
    }
  }
}
