import Glibc

/// Bytes that wait to be written to a descriptor that doesn't block.
struct PendingBytes {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ new: [UInt8]) { bytes += new }

  /// Writes as many bytes as can be written now.
  /// - Returns: false if writing fails, such as when the reader is gone.
  mutating func write(to descriptor: Int32) -> Bool {
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, count) }
    if written < 0 { return errno == EAGAIN || errno == EINTR }
    start += written
    if isEmpty { self = PendingBytes() }
    return true
  }
}
