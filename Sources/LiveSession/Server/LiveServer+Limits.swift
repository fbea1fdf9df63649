import Glibc

// Limits for other accounts and browsers, so that none of them can block the host for the others.
extension LiveServer {
  static let connectionLimit = 2_000
  /// The limit for browsers, so that they can't keep others out.
  private static let webLimit = 500
  /// The limits for one other account of the machine, and for one visitor of the page.
  private static let (userLimit, visitorLimit) = (200, 20)
  /// The time limit for a client's “hello”.
  private static let helloDelay = Duration.seconds(20)
  /// The maximum length of a client's line before its “hello”.
  private static let helloLimit = 1 << 16
  /// The maximum length of a watcher's line. A client that has just become a watcher may still send its changes.
  private static let watcherLimit = 1 << 22
  /// The memory for incomplete messages, and for unread ones, of all connections but the host's own account's.
  private static let (receivedLimit, waitingLimit) = (1 << 26, 1 << 26)

  /// Raises the limit of open files, so that all connections can be accepted.
  static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(4 * connectionLimit))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The maximum length of a line from a connection.
  func lineLimit(of connection: Connection) -> Int {
    if connection.program == nil && !connection.lists { return Self.helloLimit }
    return connection.client.person?.role == .watcher ? Self.watcherLimit : LineSocket.lineLimit
  }

  // MARK: - Connections

  /// Returns the number of browsers that can still be accepted. If there are too many, closes the oldest one that is no
  /// visitor yet.
  func roomForBrowsers() -> Int {
    let browsers = connections.filter { $0.socket is WebConnection }
    if browsers.count >= Self.webLimit { browsers.first(where: \.isStranger)?.socket.close() }
    return Self.webLimit - browsers.count { !$0.socket.isClosed }
  }

  /// Whether the account or visitor of a connection has too many connections.
  func hasTooMany(like connection: Connection) -> Bool {
    if let visitor = connection.visitor {
      return connections.count { $0.visitor?.id == visitor.id } > Self.visitorLimit
    }
    guard !connection.isOwnAccount, let user = connection.peer?.user else { return false }
    return connections.count { $0.peer?.user == user && !$0.isOwnAccount } > Self.userLimit
  }

  /// The time at which the next silent connection is closed; nil if there is none.
  var nextSilentEnd: ContinuousClock.Instant? {
    connections.filter { $0.program == nil && !$0.lists }.map { $0.start + Self.helloDelay }.min()
  }

  /// Closes the connections of clients that don't send a “hello”.
  func endSilent(at now: ContinuousClock.Instant) {
    for connection in connections
    where connection.program == nil && !connection.lists && now >= connection.start + Self.helloDelay {
      connection.socket.close()
    }
  }

  // MARK: - Memory

  /// Closes the connections that use the most memory, until the rest is within the limits.
  func limitMemory() {
    let others = connections.filter { !$0.isOwnAccount && !$0.socket.isClosed }
    end(others, over: Self.receivedLimit, by: \.socket.receivedCount) { connections in
      connections.reduce(0) { $0 + $1.socket.receivedCount }
    }
    end(others, over: Self.waitingLimit, by: \.socket.waiting.count) { connections in
      if connections.reduce(0, { $0 + $1.socket.waiting.count }) <= Self.waitingLimit { return 0 }
      var sizes: [UnsafeRawPointer: Int] = [:]
      for connection in connections { connection.socket.waiting.addSizes(to: &sizes) }
      return sizes.values.reduce(0, +)
    }
  }

  private func end(
    _ connections: [Connection], over limit: Int, by size: KeyPath<Connection, Int>, total: ([Connection]) -> Int
  ) {
    var left = connections.sorted { $0[keyPath: size] < $1[keyPath: size] }
    while total(left) > limit { left.removeLast().socket.close() }
  }
}
