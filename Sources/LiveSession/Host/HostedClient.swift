/// A client as its host sees it.
public final class HostedClient {
  /// The client's person; nil before its “hello”.
  public internal(set) var person: Person?
  /// The owner of the personal token that it has shown; nil for none.
  var owner: PersonalTokens.Owner?
  /// The highest role that it can get, unless an owner gives it a higher one by name.
  var mostRole = Role.watcher
  /// The hash of its definitions; nil if unknown.
  var shapes: UInt64?
  /// The count of the first batch on this connection since the whole program was sent.
  var firstCount: Int?
  /// The number of messages about its run in the current second.
  private var runCount: (second: ContinuousClock.Instant, count: Int)?
  /// Whether it asked for the whole program while it was busy.
  var waitsForState = false
  private let write: ([[UInt8]]) -> Void
  /// Whether it hasn't read yet what was sent before. It then gets the whole program later, so that repeated requests
  /// can't fill the memory.
  let isBusy: () -> Bool
  /// Whether its connection is known to have ended.
  let isGone: () -> Bool
  /// Called when the host has ended the connection.
  var whenEnded: () -> Void = {}

  /// - Parameter write: sends a line without waiting.
  public convenience init(write: @escaping ([UInt8]) -> Void) {
    self.init(isBusy: { false }, isGone: { false }, write: { write(Array($0.joined())) })
  }

  /// - Parameters:
  ///   - isBusy: whether the client hasn't read yet what was sent before.
  ///   - isGone: whether its connection is known to have ended.
  ///   - write: sends a line, in pieces that other clients may share, without waiting.
  init(isBusy: @escaping () -> Bool, isGone: @escaping () -> Bool, write: @escaping ([[UInt8]]) -> Void) {
    (self.isBusy, self.isGone, self.write) = (isBusy, isGone, write)
  }

  /// Sends a message.
  public func send(_ message: HostMessage) { write([message.line]) }

  func send(line: [UInt8]) { write([line]) }

  /// Sends a line in pieces.
  func send(_ pieces: [[UInt8]]) { write(pieces) }

  /// Ends the connection.
  func end(_ reason: HostMessage.CloseReason) {
    send(.bye(reason))
    whenEnded()
  }

  /// Returns whether the client may send more of its run now. Messages beyond the limit are dropped.
  func mayShowRun(at now: ContinuousClock.Instant) -> Bool {
    var current = runCount ?? (now, 0)
    if now >= current.second + .seconds(1) { current = (now, 0) }
    current.count += 1
    runCount = current
    return current.count <= Self.runLimit
  }

  private static let runLimit = 20

  /// Whether a batch came from the client on this connection, not on an earlier one or to another host.
  func hasSent(_ batch: Batch) -> Bool {
    person?.author == batch.author && firstCount.map { $0 <= batch.count } ?? false
  }
}
