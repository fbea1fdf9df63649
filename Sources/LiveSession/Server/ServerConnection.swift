import Glibc

extension LiveServer {
  /// A connection, whose client may not be known yet.
  final class Connection {
    let socket: any LineConnection
    let peer: UnixSocket.Peer?
    let client: HostedClient
    var program: HostedProgram?
    /// The name of a client that lists all programs; nil if it doesn't.
    var listerName: String?
    var lists: Bool { listerName != nil }
    /// Whether something has arrived, or the connection has ended.
    var hasArrivals = true
    let start = ContinuousClock.now
    /// The time at which the client last requested code; nil if it hasn't.
    var lastGeneration: ContinuousClock.Instant?
    /// Whether the connection ends once the client has got the close reason.
    var isEnding = false
    /// The limit of messages; nil for the host's own account, which could end the host anyway.
    private var rate: RateLimit?

    init(_ socket: any LineConnection) {
      self.socket = socket
      peer = UnixSocket.peer(of: socket.descriptor)
      rate = socket is WebConnection || peer?.user != geteuid() ? RateLimit() : nil
      client = HostedClient(
        isBusy: { socket.isSending }, isGone: { socket.isClosed },
        write: { pieces in socket.send(pieces.map { $0[...] }) })
      client.whenEnded = { [unowned self] in isEnding = true }
    }

    /// Whether its user has the host's own account, and it isn't a browser.
    var isOwnAccount: Bool { rate == nil }

    /// The visitor of a browser's WebSocket; nil for other connections.
    var visitor: WebAccess.Visitor? { (socket as? WebConnection)?.visitor }

    /// Whether the client is still unknown: it has shown no visitor's cookie, and has sent no accepted “hello”.
    var isStranger: Bool { program == nil && !lists && visitor == nil }

    /// Returns the time at which a waiting message may be read; nil if none has to wait.
    func resumption(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? { rate?.resumption(at: now) }

    /// Reads as many lines as may be handled now.
    func read(limit: Int, at now: ContinuousClock.Instant) -> [[UInt8]] {
      var allowance = rate?.allowance(at: now) ?? .max
      let before = allowance
      let lines = socket.read(limit: limit, allowance: &allowance)
      rate?.use(before - allowance)
      return lines
    }

    /// Ends the connection once the client has got the reason.
    func end(_ reason: HostMessage.CloseReason) {
      if !isEnding { client.end(reason) }
    }
  }

  /// Limits the messages of a client: 200 a second, and as many at once after a pause. Further messages wait in the
  /// client's socket.
  struct RateLimit {
    private static let perSecond = 200.0
    /// The number of messages that a client may send at once after it had to wait.
    private static let step = 10.0
    private var left = Self.perSecond
    private var time = ContinuousClock.now

    /// The number of messages that may be handled now.
    mutating func allowance(at now: ContinuousClock.Instant) -> Int {
      left = min(Self.perSecond, left + time.duration(to: now) / .seconds(1) * Self.perSecond)
      time = now
      return Int(max(0, left))
    }

    mutating func use(_ count: Int) { left -= Double(count) }

    /// Returns the time at which messages may be handled again; nil if they may be now.
    mutating func resumption(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
      if allowance(at: now) > 0 { return nil }
      return now + .seconds((Self.step - left) / Self.perSecond)
    }
  }
}
