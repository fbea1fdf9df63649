/// A connection that carries lines: a socket, or a browser's WebSocket.
nonisolated protocol LineConnection: AnyObject {
  /// The descriptor, to poll.
  var descriptor: Int32 { get }
  /// Whether something waits to be written.
  var isSending: Bool { get }
  /// Whether the connection has ended, because the peer closed it or after an error.
  var isClosed: Bool { get }
  /// The time at which `check(at:)` has something to do.
  var deadline: ContinuousClock.Instant? { get }
  /// Whether `read` can return more without new arrivals, given an allowance.
  var hasMore: Bool { get }
  /// The number of received bytes that aren't in a complete line yet, or wait for an allowance.
  var receivedCount: Int { get }
  /// The bytes that wait to be written.
  var waiting: SendQueue { get }

  /// Reads lines that have arrived.
  /// - Parameters:
  ///   - limit: the maximum length of a line in bytes; a longer one ends the connection.
  ///   - allowance: the number of messages that may be read; lowered by the number read.
  func read(limit: Int, allowance: inout Int) -> [[UInt8]]
  /// Sends a line with its line break; `write` writes it. Other connections may share the pieces.
  func send(_ pieces: [ArraySlice<UInt8>])
  /// Writes as many bytes as the peer takes now.
  func write()
  /// Writes everything that waits.
  /// - Returns: whether the peer took it in time.
  func finish(atMost timeout: Duration) -> Bool
  /// Ends the connection.
  func close()
  /// Ends the connection if it has been silent for too long.
  func check(at now: ContinuousClock.Instant)
}
