/// A client as its host sees it.
public final class HostedClient {
  /// Who it is; nil before its hello.
  public internal(set) var person: Person?
  /// Whose token it has shown; nil for none.
  var owner: PersonalTokens.Owner?
  /// The most that it may be, unless an owner gives it more by name.
  var mostRole = Role.watcher
  /// The hash of its definitions; nil if unknown.
  var shapes: UInt64?
  /// The count of the first batch that came on this connection, since the whole program was sent.
  var firstCount: Int?
  /// How often the client has spoken of its run in the current second.
  private var runCount: (second: ContinuousClock.Instant, count: Int)?
  /// Whether it asked for the whole program while it was busy.
  var waitsForState = false
  private let write: ([[UInt8]]) -> Void
  /// Whether it hasn't read yet what was sent before. It gets the whole program later then: who asks again and again must
  /// not fill the memory.
  let isBusy: () -> Bool
  /// Whether its connection is known to have ended.
  let isGone: () -> Bool
  /// Called when the host has ended the connection.
  var whenEnded: () -> Void = {}

  /// - Parameter write: sends a line, and never waits.
  public convenience init(write: @escaping ([UInt8]) -> Void) {
    self.init(isBusy: { false }, isGone: { false }, write: { write(Array($0.joined())) })
  }

  /// - Parameters:
  ///   - isBusy: whether the client hasn't read yet what was sent before.
  ///   - isGone: whether its connection is known to have ended.
  ///   - write: sends a line in pieces, which other clients may share, and never waits.
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

  /// Whether the client may say more of its run. What it says too often is left out.
  func mayShowRun(at now: ContinuousClock.Instant) -> Bool {
    var current = runCount ?? (now, 0)
    if now >= current.second + .seconds(1) { current = (now, 0) }
    current.count += 1
    runCount = current
    return current.count <= Self.runLimit
  }

  private static let runLimit = 20

  /// Whether a batch came on this connection, and not on one before, or to another host.
  func hasSent(_ batch: Batch) -> Bool {
    person?.author == batch.author && firstCount.map { $0 <= batch.count } ?? false
  }
}
