import Glibc

/// A file to which lines are added, each at once.
public final class LogFile {
  private let path: String
  private let file: FileDescriptor
  /// Why a line could not be written: what went wrong first.
  public private(set) var problem: String?

  /// Begins a file anew.
  /// - Throws: `FileError` when it can't be written.
  public init(_ path: String) throws(FileError) {
    self.path = path
    do throws(SystemError) {
      file = try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, mode: 0o666)
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
  }

  /// Adds a line.
  public func write(_ line: String) {
    do throws(SystemError) {
      // A line of the file is one line of the log, whatever a name in it holds.
      try file.writeAll(Array((line.replacing("\n", with: "\\n") + "\n").utf8))
    } catch {
      if problem == nil { problem = FileError(.save, path, .system(error.code)).description }
    }
  }
}
