import Glibc
import MortiseFiles

/// A connection that carries lines in both directions: a socket, or one end of a pair that leads to `ssh`. Reading
/// never waits. Only one thread may use it at a time.
public nonisolated final class LineSocket: LineConnection, @unchecked Sendable {
  /// The descriptor, to poll.
  public let descriptor: Int32
  private var received: [UInt8] = []
  /// Where the search for the next line break continues.
  private var searched = 0
  private var sending = SendQueue()
  private var longestSent = 0
  /// Whether the connection has ended, because the peer closed it or after an error.
  public private(set) var isClosed = false
  /// A pipe with the error messages of the process at the other end, such as `ssh`; nil if there is none.
  private let messages: Int32?

  /// The longest line in bytes: a program as large as files may be, in JSON.
  public static let lineLimit = 1 << 29
  /// The maximum number of bytes that wait for a client that doesn't read, in addition to the longest line that was
  /// sent.
  private static let sendingLimit = 1 << 26
  private static let lineBreak = UInt8(ascii: "\n")

  /// Takes over a connected descriptor, and closes it in the end.
  public convenience init(_ descriptor: Int32) { self.init(descriptor, messages: nil) }

  /// - Parameter messages: a pipe with the error messages of the process at the other end; it is closed in the end.
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

  /// A summary, in one line, of the error messages since the last call; nil if there are none.
  package var lastMessage: String? {
    guard let number = messages else { return nil }
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(number, &buffer, buffer.count)
    return SSHConnection.summary(of: String(decoding: buffer[..<max(0, count)], as: UTF8.self))
  }

  // MARK: - Reading

  /// Reads all lines that have arrived, without their line breaks. A line longer than `lineLimit` ends the connection.
  public func read() -> [[UInt8]] {
    var allowance = Int.max
    return read(limit: Self.lineLimit, allowance: &allowance)
  }

  func read(limit: Int, allowance: inout Int) -> [[UInt8]] {
    // Lines that waited for their allowance come first.
    if !hasMore { fill(to: limit) }
    let lines = takeLines(limit: limit, atMost: allowance)
    allowance -= lines.count
    return lines
  }

  /// Whether a complete line waits for an allowance.
  private(set) var hasMore = false

  var receivedCount: Int { received.count }

  /// Reads bytes that have arrived. A connection is read either by bytes or by lines.
  /// - Parameter count: the size at which reading stops, rounded up to 64 KiB.
  func readBytes(atMost count: Int) -> [UInt8] {
    fill(to: count)
    defer { received.removeAll(keepingCapacity: received.capacity < 1 << 20) }
    return received
  }

  /// Reads until more than `limit` bytes have been received, but at most 4 MiB, so that other connections get their
  /// turn.
  private func fill(to limit: Int) {
    for _ in 0..<64 where received.count <= limit {
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

  private func takeLines(limit: Int, atMost count: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    hasMore = false
    while let end = received[searched...].firstIndex(of: Self.lineBreak) {
      hasMore = lines.count >= count
      if hasMore { break }
      lines.append(Array(received[start..<end]))
      start = end + 1
      searched = start
    }
    if start == received.count {
      received.removeAll(keepingCapacity: received.capacity < 1 << 20)
    } else {
      received.removeFirst(start)
    }
    searched = hasMore ? 0 : received.count
    if !hasMore && received.count > limit || lines.contains(where: { $0.count > limit }) {
      isClosed = true
      return []
    }
    return lines
  }

  // MARK: - Writing

  /// The number of bytes that the peer has taken.
  package private(set) var writtenCount = 0

  /// Whether something waits to be written.
  public var isSending: Bool { !sending.isEmpty }

  /// Sends a line with its line break; `write` writes it.
  public func send(_ line: [UInt8]) { send([line[...]]) }

  var deadline: ContinuousClock.Instant? { nil }

  func check(at now: ContinuousClock.Instant) {}

  func send(_ pieces: [ArraySlice<UInt8>]) {
    if isClosed { return }
    for piece in pieces { sending.add(piece) }
    longestSent = max(longestSent, pieces.reduce(0) { $0 + $1.count })
    if sending.count > Self.sendingLimit + longestSent { isClosed = true }
  }

  var waiting: SendQueue { sending }

  /// Writes as many of the waiting bytes as the peer takes now.
  public func write() {
    while let piece = sending.first, !isClosed {
      let count = piece.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count >= 0 {
        sending.remove(count)
        writtenCount += count
      } else if errno != EINTR {
        if errno != EAGAIN { isClosed = true }
        break
      }
    }
  }

  /// Writes everything that waits.
  /// - Returns: whether the peer took it in time.
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
