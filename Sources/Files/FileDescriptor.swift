import Glibc

/// An open file, closed when it is no longer used.
package nonisolated struct FileDescriptor: ~Copyable {
  package let number: Int32

  /// - Throws: the system's error number.
  package init(open path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    number = try SystemError.check { open(path, flags | O_CLOEXEC, mode) }
  }

  /// Takes over a descriptor.
  package init(number: Int32) { self.number = number }

  deinit { close(number) }

  package func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Everything up to the end, as far as it is within the limit.
  /// - Returns: nil when there is more than `limit` bytes.
  package func readAll(expected: Int, limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    // One byte more, so that a file of the expected size ends in the first round.
    var room = min(max(expected, 0), limit) + 1
    while true {
      let start = bytes.count
      bytes += [UInt8](repeating: 0, count: room)
      let count = try SystemError.check {
        bytes.withUnsafeMutableBytes { read(number, $0.baseAddress.map { $0 + start }, room) }
      }
      bytes.removeLast(room - count)
      if count == 0 { return bytes }
      if bytes.count > limit { return nil }
      room = count < room ? room - count : max(1 << 16, min(bytes.count, 1 << 24))
    }
  }

  /// What a file begins with, as far as there is so much.
  package func readStart(of size: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try SystemError.check { bytes.withUnsafeMutableBytes { read(number, $0.baseAddress, size) } }
    return Array(bytes.prefix(count))
  }

  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let start = done
      done += try SystemError.check {
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

  /// Calls until no signal interrupts.
  /// - Throws: the error that the call set, when it returned a negative number.
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
