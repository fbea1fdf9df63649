import Glibc
import LiveSession

#if canImport(CHiredis)
  import CHiredis

  /// A connection to a Redis server. It never waits: a loop polls `polled`, and calls `handle`. It uses hiredis without
  /// its asynchronous part, which aborts the process when a server sends a wrong reply to a subscription. hiredis
  /// resolves host names with the system's resolver, which may block; numeric addresses need none.
  package final class RedisConnection {
    /// Whether this build has hiredis.
    package nonisolated static let isAvailable = true

    private var context: UnsafeMutablePointer<redisContext>?
    private var isConnected = false
    private var hasOutput = false
    /// The requests without a reply, in order: the times at which they were sent, and their callbacks.
    private var requests: [(time: ContinuousClock.Instant, done: (RedisReply) -> Void)] = []
    private var firstRequest = 0
    /// Receives published messages, after a nil when the subscription starts.
    private var heard: (([UInt8]?) -> Void)?
    /// Called once, with the reason, when the connection ends without a call of `close()`.
    var onEnd: ((String) -> Void)?
    /// The reason why there is no connection; nil while there is one, or it is being made.
    package private(set) var problem: String?

    /// The maximum size of a partial reply.
    private static let bufferLimit = 1 << 29

    /// Starts to connect.
    package init(to endpoint: RedisAddress.Endpoint) { take(redisConnectNonBlock(endpoint.host, Int32(endpoint.port))) }

    /// Starts to connect to a Unix socket.
    package init(toSocket path: String) { take(redisConnectUnixNonBlock(path)) }

    isolated deinit { close() }

    private func take(_ made: UnsafeMutablePointer<redisContext>?) {
      guard let made else {
        problem = "out of memory"
        return
      }
      if made.pointee.err != 0 {
        problem = Self.reason(made)
        return redisFree(made)
      }
      context = made
      // hiredis may write to a connection that has ended.
      signal(SIGPIPE, SIG_IGN)
      _ = fcntl(made.pointee.fd, F_SETFD, FD_CLOEXEC)
    }

    private static func reason(_ context: UnsafeMutablePointer<redisContext>) -> String {
      let reason = withUnsafeBytes(of: &context.pointee.errstr) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return reason.isEmpty ? "the connection was closed" : reason
    }

    // MARK: - Requests

    /// The time of the first request without a reply; nil if there is none.
    var waitsSince: ContinuousClock.Instant? { firstRequest < requests.count ? requests[firstRequest].time : nil }

    /// Sends a command.
    /// - Parameter done: receives the reply; never called if the connection ends before.
    package func send(_ command: [[UInt8]], _ done: @escaping (RedisReply) -> Void) {
      if request(command) { requests.append((.now, done)) }
    }

    /// Subscribes to a channel. No other command can be sent then.
    /// - Parameter heard: receives published messages, after a nil when the subscription starts.
    func subscribe(to channel: [UInt8], _ heard: @escaping ([UInt8]?) -> Void) {
      self.heard = heard
      _ = request([Array("SUBSCRIBE".utf8), channel])
    }

    private func request(_ command: [[UInt8]]) -> Bool {
      guard let context else { return false }
      let all = command.flatMap { $0 }
      let isTaken = all.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
        var arguments: [UnsafePointer<CChar>?] = []
        for part in command {
          arguments.append(start)
          start = start.map { $0 + part.count }
        }
        return redisAppendCommandArgv(context, Int32(command.count), &arguments, command.map(\.count)) == REDIS_OK
      }
      hasOutput = hasOutput || isTaken
      return isTaken
    }

    private func take(_ reply: RedisReply) {
      if firstRequest < requests.count {
        let done = requests[firstRequest].done
        firstRequest += 1
        if firstRequest == requests.count {
          requests.removeAll(keepingCapacity: true)
          firstRequest = 0
        }
        done(reply)
      } else if let heard, let parts = reply.elements, parts.count == 3 {
        heard(parts[0].string == "message" ? parts[2].bytes : nil)
      } else if case .error(let reason) = reply {
        end(reason)
      } else {
        end("the server sent an unrequested reply")
      }
    }

    // MARK: - The loop

    /// The descriptor to poll; nil without a connection.
    package var polled: pollfd? {
      guard let context else { return nil }
      let events = POLLIN | (hasOutput || !isConnected ? POLLOUT : 0)
      return pollfd(fd: context.pointee.fd, events: Int16(events), revents: 0)
    }

    /// Reads and writes what is possible without waiting.
    /// - Parameter events: the events that `poll` returned.
    package func handle(_ events: Int16) {
      withExtendedLifetime(self) {
        if !isConnected { connect(events) }
        if isConnected, let context, hasOutput, events & Int16(POLLOUT) != 0 {
          var isDone: Int32 = 0
          if redisBufferWrite(context, &isDone) != REDIS_OK { return end(Self.reason(context)) }
          hasOutput = isDone == 0
        }
        if isConnected, events & Int16(POLLIN | POLLERR | POLLHUP) != 0 { read() }
      }
    }

    /// Notes whether the connection was made.
    private func connect(_ events: Int16) {
      guard let context, events & Int16(POLLOUT | POLLERR | POLLHUP) != 0 else { return }
      var (code, size): (Int32, _) = (0, socklen_t(MemoryLayout<Int32>.size))
      getsockopt(context.pointee.fd, SOL_SOCKET, SO_ERROR, &code, &size)
      if code != 0 { return end(String(cString: strerror(code))) }
      isConnected = true
    }

    private func read() {
      guard let context else { return }
      let hasRead = redisBufferRead(context) == REDIS_OK
      // A reply's callback may end the connection.
      while let context = self.context {
        var pointer: UnsafeMutableRawPointer?
        guard redisGetReplyFromReader(context, &pointer) == REDIS_OK else { return end(Self.reason(context)) }
        guard let pointer else { break }
        let reply = RedisReply(pointer.assumingMemoryBound(to: redisReply.self).pointee)
        freeReplyObject(pointer)
        take(reply)
      }
      guard let context = self.context else { return }
      if !hasRead { return end(Self.reason(context)) }
      if let reader = context.pointee.reader, reader.pointee.len > Self.bufferLimit {
        end("the server sends too much at once")
      }
    }

    private func end(_ reason: String) {
      if problem != nil { return }
      problem = reason
      let onEnd = onEnd
      close()
      onEnd?(reason)
    }

    /// Ends the connection, without calling `onEnd`.
    package func close() {
      problem = problem ?? "closed"
      (requests, firstRequest, heard, onEnd) = ([], 0, nil, nil)
      if let context { redisFree(context) }
      context = nil
    }
  }

  extension RedisReply {
    /// Recursive, as hiredis accepts at most seven levels.
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
  /// A replacement for builds without libhiredis.
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
