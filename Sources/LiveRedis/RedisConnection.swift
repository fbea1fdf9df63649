import Glibc

#if canImport(CHiredis)
  import CHiredis

  /// A connection to a Redis server. It never waits: a loop polls `polled`, and calls `handle`. hiredis looks the names of
  /// hosts up with the system's resolver, which may wait; addresses in numbers need none.
  package final class RedisConnection {
    /// Whether this build has hiredis.
    package nonisolated static let isAvailable = true

    private var context: UnsafeMutablePointer<redisAsyncContext>?
    private var wantsRead = false
    private var wantsWrite = false
    /// The requests without an answer, in order: when they were made, and who waits.
    private var requests: [(time: ContinuousClock.Instant, done: (RedisReply) -> Void)] = []
    private var firstRequest = 0
    /// Takes what is published on the channel that is subscribed to; nil once at the beginning.
    private var heard: (([UInt8]?) -> Void)?
    /// Called once when the connection has ended on its own, with the reason.
    var onEnd: ((String) -> Void)?
    /// Why there is no connection; nil while there is one, or it is being made.
    package private(set) var problem: String?

    /// The most that a server may send without completing an answer.
    private static let bufferLimit = 1 << 29

    /// Begins to connect.
    package init(to endpoint: RedisAddress.Endpoint) { take(redisAsyncConnect(endpoint.host, Int32(endpoint.port))) }

    /// Begins to connect to a Unix socket.
    package init(toSocket path: String) { take(redisAsyncConnectUnix(path)) }

    isolated deinit { close() }

    private func take(_ made: UnsafeMutablePointer<redisAsyncContext>?) {
      guard let made else {
        problem = "there is no memory left"
        return
      }
      if made.pointee.err != 0 {
        problem = made.pointee.errstr.map { String(cString: $0) } ?? "unknown"
        return redisAsyncFree(made)
      }
      context = made
      // hiredis may write to a connection that has ended.
      signal(SIGPIPE, SIG_IGN)
      _ = fcntl(made.pointee.c.fd, F_SETFD, FD_CLOEXEC)
      let own = Unmanaged.passUnretained(self).toOpaque()
      made.pointee.data = own
      made.pointee.ev.data = own
      made.pointee.ev.addRead = { RedisConnection.from($0) { $0.wantsRead = true } }
      made.pointee.ev.delRead = { RedisConnection.from($0) { $0.wantsRead = false } }
      made.pointee.ev.addWrite = { RedisConnection.from($0) { $0.wantsWrite = true } }
      made.pointee.ev.delWrite = { RedisConnection.from($0) { $0.wantsWrite = false } }
      made.pointee.ev.cleanup = { RedisConnection.from($0) { $0.contextEnds() } }
      // With a connect callback, hiredis waits until the socket is writable, which completes the connection.
      redisAsyncSetConnectCallback(made) { _, _ in }
    }

    private nonisolated static func from(
      _ pointer: UnsafeMutableRawPointer?, _ body: @MainActor (RedisConnection) -> Void
    ) {
      nonisolated(unsafe) let pointer = pointer
      MainActor.assumeIsolated {
        if let pointer { body(Unmanaged<RedisConnection>.fromOpaque(pointer).takeUnretainedValue()) }
      }
    }

    // MARK: - Requests

    /// When the first request was made that has no answer yet.
    var waitsSince: ContinuousClock.Instant? { firstRequest < requests.count ? requests[firstRequest].time : nil }

    /// Sends a command.
    /// - Parameter done: takes the answer; never called if the connection ends before.
    package func send(_ command: [[UInt8]], _ done: @escaping (RedisReply) -> Void) {
      if request(command, { _, reply, own in RedisConnection.answered(own, reply) }) {
        requests.append((.now, done))
      }
    }

    /// Subscribes to a channel. Nothing else can be sent then.
    /// - Parameter heard: takes what is published; nil once, when the subscription has begun.
    func subscribe(to channel: [UInt8], _ heard: @escaping ([UInt8]?) -> Void) {
      self.heard = heard
      _ = request([Array("SUBSCRIBE".utf8), channel]) { _, reply, own in RedisConnection.published(own, reply) }
    }

    private func request(
      _ command: [[UInt8]],
      _ callback:
        @escaping @convention(c) (
          UnsafeMutablePointer<redisAsyncContext>?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void
    ) -> Bool {
      guard let context else { return false }
      let all = command.flatMap { $0 }
      return all.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
        var arguments: [UnsafePointer<CChar>?] = []
        for part in command {
          arguments.append(start)
          start = start.map { $0 + part.count }
        }
        let own = Unmanaged.passUnretained(self).toOpaque()
        return redisAsyncCommandArgv(
          context, callback, own, Int32(command.count), &arguments, command.map(\.count)) == REDIS_OK
      }
    }

    private nonisolated static func answered(_ own: UnsafeMutableRawPointer?, _ reply: UnsafeMutableRawPointer?) {
      // Without an answer, the connection has ended.
      guard let reply else { return }
      let read = RedisReply(reply.assumingMemoryBound(to: redisReply.self).pointee)
      from(own) { connection in
        guard connection.firstRequest < connection.requests.count else { return }
        let done = connection.requests[connection.firstRequest].done
        connection.firstRequest += 1
        if connection.firstRequest == connection.requests.count {
          connection.requests.removeAll(keepingCapacity: true)
          connection.firstRequest = 0
        }
        done(read)
      }
    }

    private nonisolated static func published(_ own: UnsafeMutableRawPointer?, _ reply: UnsafeMutableRawPointer?) {
      guard let reply else { return }
      let read = RedisReply(reply.assumingMemoryBound(to: redisReply.self).pointee)
      switch read {
      case .error(let reason): from(own) { $0.end(reason) }
      default:
        guard let parts = read.elements, parts.count == 3 else { return }
        from(own) { $0.heard?(parts[0].string == "message" ? parts[2].bytes : nil) }
      }
    }

    // MARK: - The loop

    /// What to poll; nil without a connection.
    package var polled: pollfd? {
      guard let context else { return nil }
      let events = (wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0)
      return pollfd(fd: context.pointee.c.fd, events: Int16(events), revents: 0)
    }

    /// Reads and writes as far as that is possible without waiting.
    /// - Parameter events: what `poll` has found.
    package func handle(_ events: Int16) {
      withExtendedLifetime(self) {
        let ends = Int16(POLLERR | POLLHUP)
        if let context, events & (Int16(POLLIN) | ends) != 0 {
          // A connection that is refused is known when it is written to.
          if wantsRead || !wantsWrite { redisAsyncHandleRead(context) } else { redisAsyncHandleWrite(context) }
        }
        if let context, wantsWrite, events & Int16(POLLOUT) != 0 { redisAsyncHandleWrite(context) }
        if let context, let reader = context.pointee.c.reader, reader.pointee.len > Self.bufferLimit {
          end("the server sends too much at once")
        }
      }
    }

    /// hiredis is about to free the context.
    private func contextEnds() {
      guard let ending = context else { return }
      context = nil
      (wantsRead, wantsWrite) = (false, false)
      let reason = withUnsafeBytes(of: &ending.pointee.c.errstr) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      finish(reason.isEmpty ? "the connection was closed" : reason)
    }

    private func finish(_ reason: String) {
      if problem != nil { return }
      problem = reason
      let onEnd = onEnd
      forget()
      onEnd?(reason)
    }

    private func end(_ reason: String) {
      finish(reason)
      close()
    }

    private func forget() {
      requests = []
      firstRequest = 0
      heard = nil
      onEnd = nil
    }

    /// Ends the connection. Nobody hears of it.
    package func close() {
      problem = problem ?? "closed"
      forget()
      guard let closing = context else { return }
      context = nil
      // Within an answer, hiredis frees the context later.
      closing.pointee.ev.data = nil
      redisAsyncFree(closing)
    }
  }

  extension RedisReply {
    /// hiredis takes no more than seven levels.
    nonisolated fileprivate init(_ reply: redisReply) {
      switch reply.type {
      case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
      case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(of: reply), as: UTF8.self))
      case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(Self.bytes(of: reply))
      case REDIS_REPLY_ARRAY:
        let elements = UnsafeBufferPointer(start: reply.element, count: reply.elements)
        self = .list(elements.map { $0.map { RedisReply($0.pointee) } ?? .null })
      default: self = .null
      }
    }

    nonisolated private static func bytes(of reply: redisReply) -> [UInt8] {
      reply.str.map { Array(UnsafeRawBufferPointer(start: $0, count: reply.len)) } ?? []
    }
  }
#else
  /// Stands for a connection where libhiredis was missing when this was built.
  package final class RedisConnection {
    package nonisolated static let isAvailable = false
    package let problem: String? = "this mortise was built without Redis; install libhiredis-dev and build it again"
    var onEnd: ((String) -> Void)?
    let waitsSince: ContinuousClock.Instant? = nil
    package let polled: pollfd? = nil

    package init(to endpoint: RedisAddress.Endpoint) {}
    package init(toSocket path: String) {}
    package func send(_ command: [[UInt8]], _ done: @escaping (RedisReply) -> Void) {}
    func subscribe(to channel: [UInt8], _ heard: @escaping ([UInt8]?) -> Void) {}
    package func handle(_ events: Int16) {}
    package func close() {}
  }
#endif
