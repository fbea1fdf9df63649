import Glibc
import MortiseFiles

/// A file that is read part by part, as a client takes it.
nonisolated final class ServedFile {
  private let descriptor: FileDescriptor
  /// In bytes.
  let size: Int
  private var offset = 0

  private static let partSize = 1 << 16

  /// - Returns: nil if there is no regular file that can be read, or it is larger than `limit`.
  init?(_ path: String, limit: Int) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    guard let file = try? FileSystem.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY), let status = try? file.status(),
      status.isRegular, status.st_size <= limit
    else { return nil }
    size = Int(status.st_size)
    descriptor = file
  }

  /// Reads the next part.
  /// - Returns: nil at the end, or if the file can't be read any more.
  func next() -> [UInt8]? {
    guard offset < size,
      let part = try? descriptor.readBytes(at: offset, count: min(Self.partSize, size - offset)), !part.isEmpty
    else { return nil }
    offset += part.count
    return part
  }
}
