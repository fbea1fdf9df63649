import Glibc

/// An open file, closed on deinit.
package nonisolated struct FileDescriptor: ~Copyable {
  package let number: Int32

  /// Takes ownership of a descriptor.
  package init(number: Int32) { self.number = number }

  deinit { close(number) }

  package func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Reads everything up to the end.
  /// - Returns: nil when there are more than `limit` bytes.
  package func readAll(expected: Int, limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    // One byte more than expected, so that finding the end of the file needs no larger buffer.
    var chunkSize = min(max(expected, 0), limit) + 1
    while true {
      let start = bytes.count
      bytes += [UInt8](repeating: 0, count: chunkSize)
      let count = try SystemError.check {
        bytes.withUnsafeMutableBytes { read(number, $0.baseAddress.map { $0 + start }, chunkSize) }
      }
      bytes.removeLast(chunkSize - count)
      if count == 0 { return bytes }
      if bytes.count > limit { return nil }
      chunkSize = count < chunkSize ? chunkSize - count : max(1 << 16, min(bytes.count, 1 << 24))
    }
  }

  /// Reads the first `size` bytes, or fewer in a shorter file.
  package func readStart(of size: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try SystemError.check { bytes.withUnsafeMutableBytes { read(number, $0.baseAddress, size) } }
    return Array(bytes.prefix(count))
  }

  /// Reads up to `count` bytes at an offset; fewer at the end of the file.
  package func readBytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let start = filled
      let read = try SystemError.check {
        bytes.withUnsafeMutableBytes {
          pread(number, $0.baseAddress.map { $0 + start }, count - start, off_t(offset + start))
        }
      }
      if read == 0 { break }
      filled += read
    }
    return filled == count ? bytes : Array(bytes[..<filled])
  }

  /// Appends a part of this file to another one.
  /// - Throws: `EIO` if this one is shorter.
  package func copy(_ range: Range<Int>, to other: borrowing FileDescriptor) throws(SystemError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = try readBytes(at: offset, count: min(1 << 20, range.upperBound - offset))
      if bytes.isEmpty { throw SystemError(code: EIO) }
      try other.writeAll(bytes)
      offset += bytes.count
    }
  }

  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let start = written
      written += try SystemError.check {
        bytes.withUnsafeBytes { write(number, $0.baseAddress.map { $0 + start }, bytes.count - start) }
      }
    }
  }

  package func synchronise() throws(SystemError) { _ = try SystemError.check { fsync(number) } }
}

/// An error of a system call.
package nonisolated struct SystemError: Error, Hashable {
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// Repeats a call while a signal interrupts it.
  /// - Throws: `errno` if the call returns a negative number.
  package static func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}

extension stat {
  package nonisolated var kind: mode_t { st_mode & S_IFMT }
  package nonisolated var isRegular: Bool { kind == S_IFREG }
  package nonisolated var isFolder: Bool { kind == S_IFDIR }
}
