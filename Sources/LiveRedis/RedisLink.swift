import Glibc

/// The connections to a program's server: one for commands, one that waits for new entries of the log, one for
/// published messages. If one ends, all three are made again.
final class RedisLink {
  private let address: RedisAddress
  private let password: RedisPassword?
  private let channel: [UInt8]
  weak var owner: (any RedisLinkOwner)?

  /// The connection for commands.
  private var commands: RedisConnection?
  /// The connection for the one command that waits.
  private var reader: RedisConnection?
  private var subscriber: RedisConnection?
  /// The connection to a sentinel, while it is asked for the primary.
  private var sentinel: RedisConnection?
  /// The sentinel to ask next.
  private var nextSentinel = 0
  /// The number of connections that can be used.
  private var readyCount = 0
  /// Whether all connections can be used.
  var isUp: Bool { readyCount == 3 }
  /// The time at which to connect again; nil while there are connections.
  private var retryTime: ContinuousClock.Instant? = .now
  private var delay = RedisLink.firstDelay
  private var connectsSince = ContinuousClock.Instant.now
  /// Whether the owner wants no more connections.
  private(set) var isEnded = false

  private static let firstDelay = Duration.milliseconds(20)
  private static let longestDelay = Duration.seconds(2)
  /// The time limit for a reply.
  private static let answerLimit = Duration.seconds(10)
  /// The time that the reader waits for new batches before it asks again.
  static let readingTime = Duration.seconds(5)

  /// - Parameter channel: the channel to subscribe to.
  init(_ address: RedisAddress, _ password: RedisPassword?, channel: [UInt8]) {
    (self.address, self.password, self.channel) = (address, password, channel)
  }

  // MARK: - Commands

  /// Sends a command. The reply is never an error, which would end the connections instead.
  func send(_ command: [[UInt8]], _ done: @escaping (RedisReply) -> Void) { send(command, on: commands, done) }

  /// Sends a command that the server may refuse.
  func ask(_ command: [String], _ done: @escaping (RedisReply) -> Void) {
    commands?.send(command.map { Array($0.utf8) }, done)
  }

  /// Sends a command that waits up to `readingTime`.
  func read(_ command: [[UInt8]], _ done: @escaping (RedisReply) -> Void) { send(command, on: reader, done) }

  private func send(_ command: [[UInt8]], on connection: RedisConnection?, _ done: @escaping (RedisReply) -> Void) {
    connection?.send(command) { [weak self] reply in
      if case .error(let reason) = reply { self?.fail(Self.words(for: reason)) } else { done(reply) }
    }
  }

  private static func words(for error: String) -> String {
    switch error.prefix(while: { $0 != " " }) {
    case "NOAUTH": "it needs a password"
    case "WRONGPASS": "the password is wrong"
    case "LOADING": "it is still loading"
    case "READONLY", "UNBLOCKED": "it is no longer the primary"
    default: error
    }
  }

  // MARK: - Connecting

  private func connect() {
    retryTime = nil
    connectsSince = .now
    switch address.place {
    case .server(let endpoint): connect { RedisConnection(to: endpoint) }
    case .socket(let path): connect { RedisConnection(toSocket: path) }
    case .sentinels(let endpoints, let name): ask(endpoints[nextSentinel % endpoints.count], for: name)
    }
  }

  private func ask(_ endpoint: RedisAddress.Endpoint, for name: String) {
    nextSentinel += 1
    let connection = RedisConnection(to: endpoint)
    sentinel = connection
    guard watch(connection, "the sentinel \(endpoint)") else { return }
    connection.send(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", name].map { Array($0.utf8) }) { [weak self] reply in
      guard let self else { return }
      sentinel?.close()
      sentinel = nil
      guard let parts = reply.elements, parts.count == 2, let host = parts[0].string, let text = parts[1].string,
        let port = UInt16(text), port > 0
      else {
        let reason = if case .error(let reason) = reply { reason } else { "it knows no primary “\(name)”" }
        return fail("the sentinel \(endpoint): \(reason)")
      }
      let primary = RedisAddress.Endpoint(host: host, port: port)
      connect { RedisConnection(to: primary) }
    }
  }

  private func connect(_ make: () -> RedisConnection) {
    let connections = [make(), make(), make()]
    (commands, reader, subscriber) = (connections[0], connections[1], connections[2])
    for connection in connections {
      guard watch(connection, nil) else { return }
    }
    for connection in connections { introduce(connection) }
  }

  /// Handles a connection's end.
  private func watch(_ connection: RedisConnection, _ name: String?) -> Bool {
    func sentence(_ reason: String) -> String { name.map { "\($0): \(reason)" } ?? reason }
    if let problem = connection.problem {
      fail(sentence(problem))
      return false
    }
    connection.onEnd = { [weak self] in self?.fail(sentence($0)) }
    return true
  }

  /// Sends the first commands on a new connection.
  private func introduce(_ connection: RedisConnection) {
    if let password {
      send(["AUTH", address.user ?? "default", password.text].map { Array($0.utf8) }, on: connection) { _ in }
    }
    if address.database > 0 {
      send(["SELECT", String(address.database)].map { Array($0.utf8) }, on: connection) { _ in }
    }
    send([Array("ROLE".utf8)], on: connection) { [weak self] reply in
      guard let self else { return }
      // A sentinel may not know yet that a server is no longer the primary.
      guard reply.elements?.first?.string == "master" else { return fail("it is not the primary") }
      guard connection === subscriber else { return isReady() }
      connection.subscribe(to: channel) { [weak self] message in
        if let message { self?.owner?.linkHeard(message) } else { self?.isReady() }
      }
    }
  }

  private func isReady() {
    readyCount += 1
    if isUp { owner?.linkIsUp() }
  }

  /// Notes that the server works: if the connections end, they are made again at once.
  func works() { delay = Self.firstDelay }

  /// Ends the connections, to connect again a little later.
  /// - Parameter reason: a clause for the user.
  func fail(_ reason: String) {
    if retryTime != nil || isEnded { return }
    closeAll()
    retryTime = .now + delay
    delay = min(delay * 2, Self.longestDelay)
    owner?.linkIsDown(reason)
  }

  /// Ends the connections for good.
  func end() {
    isEnded = true
    retryTime = nil
    closeAll()
  }

  private func closeAll() {
    readyCount = 0
    for connection in connections { connection.close() }
    (commands, reader, subscriber, sentinel) = (nil, nil, nil, nil)
  }

  // MARK: - The loop

  private var connections: [RedisConnection] { [commands, reader, subscriber, sentinel].compactMap(\.self) }

  var polled: [pollfd] { connections.compactMap(\.polled) }

  /// Reads and writes according to the results of `poll`.
  func handle(_ polled: some Sequence<pollfd>) {
    var found: [(RedisConnection, Int16)] = []
    let all = connections
    for entry in polled where entry.revents != 0 {
      if let connection = all.first(where: { $0.polled?.fd == entry.fd }) { found.append((connection, entry.revents)) }
    }
    // One of them may end the others.
    for (connection, events) in found { connection.handle(events) }
  }

  /// The time at which `handleTime` has something to do.
  var deadline: ContinuousClock.Instant? {
    if isEnded { return nil }
    if let retryTime { return retryTime }
    return limits.min()
  }

  private var limits: [ContinuousClock.Instant] {
    guard isUp else { return [connectsSince + Self.answerLimit] }
    return [
      commands?.waitsSince.map { $0 + Self.answerLimit },
      reader?.waitsSince.map { $0 + Self.answerLimit + Self.readingTime },
    ].compactMap(\.self)
  }

  /// Connects again when it is time, or ends the connections if there is no reply.
  func handleTime(_ now: ContinuousClock.Instant) {
    if isEnded { return }
    if let retryTime {
      if retryTime <= now { connect() }
    } else if let limit = limits.min(), limit <= now {
      fail("there is no answer")
    }
  }
}

/// The user of a link.
protocol RedisLinkOwner: AnyObject {
  /// All connections can be used.
  func linkIsUp()
  /// There is no connection now; another attempt follows.
  func linkIsDown(_ reason: String)
  /// A message was published.
  func linkHeard(_ message: [UInt8])
}
