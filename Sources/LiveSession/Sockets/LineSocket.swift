import Glibc
import MortiseFiles

/// A connection that carries lines in both directions: a socket, or one end of a pair that leads to `ssh`. Reading never
/// waits. Only one thread may use it at a time.
public nonisolated final class LineSocket: LineConnection, @unchecked Sendable {
  /// The descriptor, to poll.
  public let descriptor: Int32
  private var received: [UInt8] = []
  /// Where the search for the next line break goes on.
  private var searched = 0
  private var sending: [UInt8] = []
  private var sent = 0
  private var longestSent = 0
  /// Whether the other side, or an error, has ended the connection.
  public private(set) var isClosed = false
  /// What the process at the other end says besides; nil where there is none.
  private let messages: Int32?

  /// The longest line in bytes: a program as large as files may be, in JSON.
  public static let lineLimit = 1 << 29
  /// How much may wait for a client that doesn't read, besides the longest line that was sent.
  private static let sendingLimit = 1 << 26
  private static let lineBreak = UInt8(ascii: "\n")

  /// Takes over a connected descriptor, and closes it in the end.
  public convenience init(_ descriptor: Int32) { self.init(descriptor, messages: nil) }

  /// - Parameter messages: where the process at the other end says what is wrong; it is closed in the end.
  init(_ descriptor: Int32, messages: Int32?) {
    self.descriptor = descriptor
    self.messages = messages
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    Glibc.close(descriptor)
    if let messages { Glibc.close(messages) }
  }

  /// What the process at the other end has said last besides, in one line; nil for nothing.
  package var lastMessage: String? {
    guard let number = messages else { return nil }
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(number, &buffer, buffer.count)
    return SSHConnection.summary(of: String(decoding: buffer[..<max(0, count)], as: UTF8.self))
  }

  // MARK: - Reading

  /// Reads what has arrived.
  /// - Parameter limit: the longest line that is taken; a longer one ends the connection.
  /// - Returns: the complete lines, without their line breaks.
  public func read(limit: Int = LineSocket.lineLimit) -> [[UInt8]] {
    fill()
    return takeLines(limit: limit)
  }

  /// Reads what has arrived, which may be a part of a line. Nobody may read lines of the connection, too.
  func readBytes() -> [UInt8] {
    fill()
    defer { received.removeAll(keepingCapacity: received.capacity < 1 << 20) }
    return received
  }

  private func fill() {
    // So much at once that others get their turn.
    for _ in 0..<64 {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { received += UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
        return count
      }
      if count == 0 {
        isClosed = true
        break
      }
      if count < 0, errno != EINTR {
        if errno != EAGAIN { isClosed = true }
        break
      }
      if count > 0, count < 1 << 16 { break }
    }
  }

  private func takeLines(limit: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while let end = received[searched...].firstIndex(of: Self.lineBreak) {
      lines.append(Array(received[start..<end]))
      start = end + 1
      searched = start
    }
    received.removeFirst(start)
    searched = received.count
    if received.count > limit || lines.contains(where: { $0.count > limit }) {
      isClosed = true
      return []
    }
    return lines
  }

  // MARK: - Writing

  /// The number of bytes that the other side has taken.
  package private(set) var writtenCount = 0

  /// Whether something waits to be written.
  public var isSending: Bool { sent < sending.count }

  /// Sends a line with its line break, as far as the other side takes it now; `write` sends the rest.
  public func send(_ line: [UInt8]) {
    if isClosed { return }
    sending += line
    longestSent = max(longestSent, line.count)
    if sending.count - sent > Self.sendingLimit + longestSent { isClosed = true }
  }

  /// Writes what waits, as far as the other side takes it now.
  public func write() {
    while isSending, !isClosed {
      let count = sending.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
        writtenCount += count
      } else if errno != EINTR {
        if errno != EAGAIN { isClosed = true }
        break
      }
    }
    if !isSending {
      sending.removeAll(keepingCapacity: sending.capacity < 1 << 20)
      sent = 0
    } else if sent > 1 << 20 {
      sending.removeFirst(sent)
      sent = 0
    }
  }

  /// Writes everything that waits.
  /// - Returns: whether the other side took it in time.
  public func finish(atMost timeout: Duration) -> Bool {
    let end = ContinuousClock.now + timeout
    while isSending, !isClosed {
      write()
      if !isSending { break }
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      if left <= 0 { return false }
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = Glibc.poll(&poll, 1, Int32(left.rounded(.up)))
    }
    return !isClosed
  }

  /// Waits until something can be read.
  /// - Returns: false if it takes longer.
  public func wait(atMost timeout: Duration) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Int32(max(0, timeout / .milliseconds(1)).rounded(.up))) > 0
  }

  /// Sends nothing more.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection.
  public func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    isClosed = true
  }
}
