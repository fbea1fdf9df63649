import Glibc

/// Passes bytes on between the standard streams and a socket.
public nonisolated struct LinePipe {
  private let socket: LineSocket

  /// - Parameter socket: a connection that no other code reads.
  public init(_ socket: LineSocket) { self.socket = socket }

  /// Runs until standard input or the connection ends.
  /// - Returns: false after an error.
  public func run() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // The socket doesn't wait; here it may, as there is nothing else to do.
    _ = fcntl(socket.descriptor, F_SETFL, fcntl(socket.descriptor, F_GETFL) & ~O_NONBLOCK)
    while true {
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&descriptors, 2, -1) < 0 {
        if errno == EINTR { continue }
        return false
      }
      for (index, target) in [(0, socket.descriptor), (1, STDOUT_FILENO)] where descriptors[index].revents != 0 {
        let count = read(descriptors[index].fd, &buffer, buffer.count)
        if count == 0 { return true }
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        if !Self.write(buffer[..<count], to: target) { return false }
      }
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }
}
