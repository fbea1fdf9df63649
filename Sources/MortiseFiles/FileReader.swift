import Glibc

/// The content of a file, and the file's state when it was read.
public nonisolated struct FileContent: Sendable {
  /// The whole content, unchanged, with a byte order mark if the file has one.
  public var bytes: [UInt8]
  /// The state to compare with before the file is saved; see `FileStamp.isCurrent(at:)`.
  public var stamp: FileStamp
}

/// Reads whole files.
public nonisolated enum FileReader {
  /// The maximum size of a file in bytes.
  public static let sizeLimit = 1 << 30

  /// Reads a regular file.
  /// - Throws: `FileError`: missing, a folder, not allowed, too large, or not a regular file. Never waits for a pipe.
  public static func read(_ path: String) throws(FileError) -> FileContent { try read(path, limit: sizeLimit) }

  /// Reads a regular file up to a size.
  /// - Throws: `FileError`, as `read` does.
  package static func read(_ path: String, limit: Int) throws(FileError) -> FileContent {
    let outcome: Result<FileContent, Refusal>
    do throws(SystemError) {
      // Without O_NONBLOCK, opening a pipe would wait for a writer.
      outcome = try read(try FileSystem.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY), limit: limit)
    } catch {
      throw FileError(.read, path, code: error.code)
    }
    switch outcome {
    case .success(let content): return content
    case .failure(let refusal): throw FileError(.read, path, refusal.cause)
    }
  }

  /// Reads standard input up to its end.
  /// - Throws: `FileError` when it is too large or can't be read.
  public static func readStandardInput() throws(FileError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let input = FileDescriptor(number: try SystemError.check { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) })
      bytes = try input.readAll(expected: 1 << 16, limit: sizeLimit)
    } catch {
      throw FileError(.read, "standard input", code: error.code)
    }
    if let bytes { return bytes }
    throw FileError(.read, "standard input", .tooLarge(size: sizeLimit + 1, limit: sizeLimit))
  }

  /// Reads a file, pipe or device up to its end. Waits for the writer of a pipe.
  /// - Throws: `FileError`: missing, a folder, not allowed, or too large.
  public static func readStream(_ path: String) throws(FileError) -> [UInt8] {
    try readStream(path, limit: sizeLimit)
  }

  /// Reads a file, pipe or device up to its end, and up to a size.
  /// - Throws: `FileError`, as `readStream` does. A file that is too large is not read.
  package static func readStream(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8]?
    var size = limit + 1
    do throws(SystemError) {
      let file = try FileSystem.open(path, O_RDONLY | O_NOCTTY)
      let status = try file.status()
      if status.isRegular, Int(status.st_size) > limit {
        size = Int(status.st_size)
      } else {
        bytes = try file.readAll(expected: Int(status.st_size), limit: limit)
      }
    } catch {
      throw FileError(.read, path, code: error.code)
    }
    if let bytes { return bytes }
    throw FileError(.read, path, .tooLarge(size: size, limit: limit))
  }

  private struct Refusal: Error { var cause: FileError.Cause }

  private static func read(
    _ file: consuming FileDescriptor, limit: Int
  ) throws(SystemError) -> Result<FileContent, Refusal> {
    let status = try file.status()
    let size = Int(status.st_size)
    if status.isFolder { return .failure(Refusal(cause: .isFolder)) }
    if !status.isRegular { return .failure(Refusal(cause: .notRegular)) }
    let tooLarge = Refusal(cause: .tooLarge(size: size, limit: limit))
    if size > limit { return .failure(tooLarge) }
    guard let bytes = try file.readAll(expected: size, limit: limit) else { return .failure(tooLarge) }
    // The file may have grown: record the size that was read.
    var stamp = FileStamp(status, content: bytes)
    stamp.size = Int64(bytes.count)
    return .success(FileContent(bytes: bytes, stamp: stamp))
  }
}
