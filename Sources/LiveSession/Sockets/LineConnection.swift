/// A connection that carries lines, whatever it is made of.
nonisolated protocol LineConnection: AnyObject {
  /// The descriptor, to poll.
  var descriptor: Int32 { get }
  /// Whether something waits to be written.
  var isSending: Bool { get }
  /// Whether the connection has ended, by the other side or an error.
  var isClosed: Bool { get }
  /// The time at which `check(at:)` has something to do.
  var deadline: ContinuousClock.Instant? { get }
  /// Whether `read` can return more without new arrivals, given an allowance.
  var hasMore: Bool { get }
  /// The number of received bytes that are in no complete line yet, or wait for an allowance.
  var receivedCount: Int { get }
  /// The bytes that wait to be written.
  var waiting: SendQueue { get }

  /// Reads lines that have arrived.
  /// - Parameters:
  ///   - limit: the longest line in bytes; a longer one ends the connection.
  ///   - allowance: how many messages may be read; lowered by those that were.
  func read(limit: Int, allowance: inout Int) -> [[UInt8]]
  /// Sends a line with its line break; `write` writes it. Other connections may share the pieces.
  func send(_ pieces: [ArraySlice<UInt8>])
  /// Writes what the other side takes now.
  func write()
  /// Writes everything that waits.
  /// - Returns: whether the other side took it in time.
  func finish(atMost timeout: Duration) -> Bool
  /// Ends the connection.
  func close()
  /// Ends the connection if it has been silent for too long.
  func check(at now: ContinuousClock.Instant)
}
