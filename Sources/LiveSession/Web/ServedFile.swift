import Glibc
import MortiseFiles

/// A file that is read part by part, at the speed of the client.
nonisolated final class ServedFile {
  private let descriptor: FileDescriptor
  /// The size in bytes.
  let size: Int
  private var offset = 0

  private static let partSize = 1 << 16

  /// - Returns: nil if it isn't a readable regular file, or is larger than `limit`.
  init?(_ path: String, limit: Int) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    guard let file = try? FileSystem.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY), let status = try? file.status(),
      status.isRegular, status.st_size <= limit
    else { return nil }
    size = Int(status.st_size)
    descriptor = file
  }

  /// Reads the next part.
  /// - Returns: nil at the end, or if the file can no longer be read.
  func next() -> [UInt8]? {
    guard offset < size,
      let part = try? descriptor.readBytes(at: offset, count: min(Self.partSize, size - offset)), !part.isEmpty
    else { return nil }
    offset += part.count
    return part
  }
}
