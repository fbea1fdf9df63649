/// A connection that carries lines, on whatever: for those who don't care.
nonisolated protocol LineConnection: AnyObject {
  /// The descriptor, to poll.
  var descriptor: Int32 { get }
  /// Whether something waits to be written.
  var isSending: Bool { get }
  /// Whether the other side, or an error, has ended the connection.
  var isClosed: Bool { get }
  /// When `check(at:)` has something to do, though nothing has arrived.
  var deadline: ContinuousClock.Instant? { get }

  /// The complete lines that have arrived.
  /// - Parameter limit: the longest line that is taken; a longer one ends the connection.
  func read(limit: Int) -> [[UInt8]]
  /// Sends a line with its line break; `write` writes it.
  func send(_ line: [UInt8])
  /// Writes what waits, as far as the other side takes it now.
  func write()
  /// Writes everything that waits.
  /// - Returns: whether the other side took it in time.
  func finish(atMost timeout: Duration) -> Bool
  /// Ends the connection.
  func close()
  /// Ends the connection if it has been silent for too long.
  func check(at now: ContinuousClock.Instant)
}

nonisolated extension LineConnection {
  var deadline: ContinuousClock.Instant? { nil }
  func check(at now: ContinuousClock.Instant) {}
}
