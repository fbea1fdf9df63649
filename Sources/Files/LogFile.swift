import Glibc

/// A file to which lines are added, each at once.
public final class LogFile {
  private let path: String
  private let file: FileDescriptor
  /// Why a line could not be written: what went wrong first.
  public private(set) var problem: String?

  /// Begins a file anew.
  /// - Throws: `FileError` when it can't be written, or when something else than an earlier one is there.
  public init(_ path: String, _ kind: LogKind) throws(FileError) {
    self.path = path
    try Self.check(path, kind)
    do throws(SystemError) {
      file = try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, mode: 0o666)
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
  }

  /// An earlier file of the same kind may go, and an empty one; a pipe or device loses nothing.
  private static func check(_ path: String, _ kind: LogKind) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0, status.isRegular, status.st_size > 0 else { return }
    let start: [UInt8]
    do throws(SystemError) {
      start = try FileDescriptor(open: path, O_RDONLY).readStart(of: 4096)
    } catch {
      throw FileError(.save, path, .system(error.code))
    }
    if !kind.isStart(String(decoding: start, as: UTF8.self)) { throw FileError(.save, path, .isNo(kind: kind.name)) }
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
