import MortiseFiles

/// A browser's connection: one request and its response, or a WebSocket whose text messages are lines.
nonisolated final class WebConnection: LineConnection {
  private enum Phase {
    /// The part of the request's head that has arrived.
    case head([UInt8])
    /// The part of a posted body that has arrived.
    case body(HTTPRequest, [UInt8], length: Int)
    case answering
    case webSocket
  }

  private let socket: LineSocket
  private let server: WebServer
  private var phase = Phase.head([])
  /// The visitor, if it is a WebSocket.
  private(set) var visitor: WebAccess.Visitor?
  private var decoder = WebSocketDecoder()
  /// Bytes of frames that wait for an allowance.
  private var undecoded: ArraySlice<UInt8> = []
  /// The rest of the file that is being sent.
  private var file: ServedFile?
  private var hasEnded = false
  /// The reason why the connection ends, once the earlier messages have been handled.
  private var ending: WebSocketError?
  /// The time of the last arrival, or at which the connection was made.
  private var lastArrival = ContinuousClock.now
  private var hasPinged = false

  /// The maximum length of a client's message: a pasted program of many thousand blocks.
  static let messageLimit = 16 << 20
  /// The maximum length of a body, which is a token.
  private static let bodyLimit = 256
  /// The time limit for a request to arrive, and for a client to take more of the response.
  static let requestTime = Duration.seconds(10)
  /// The number of bytes that are read at once.
  private static let readingSize = 1 << 20
  /// The silence after which a client is pinged, and then the time after which it counts as gone.
  static let silence = Duration.seconds(30)

  init(_ socket: LineSocket, of server: WebServer) { (self.socket, self.server) = (socket, server) }

  var descriptor: Int32 { socket.descriptor }
  var isSending: Bool { socket.isSending }
  var isClosed: Bool { hasEnded || socket.isClosed }

  // MARK: - Reading

  var hasMore: Bool { !undecoded.isEmpty }
  var receivedCount: Int { undecoded.count + decoder.pendingCount }
  var waiting: SendQueue { socket.waiting }

  func read(limit: Int, allowance: inout Int) -> [[UInt8]] {
    if isClosed || ending != nil { return [] }
    if hasMore { return messages([], limit: min(limit, Self.messageLimit), allowance: &allowance) }
    let bytes = socket.readBytes(atMost: min(limit, Self.readingSize))
    if bytes.isEmpty { return [] }
    switch phase {
    case .head(var head):
      head += bytes
      receive(head: head)
      return []
    case .body(let request, var body, let length):
      body += bytes
      receive(body: body, of: request, length: length)
      return []
    case .answering: return []
    case .webSocket:
      hasPinged = false
      return messages(bytes, limit: min(limit, Self.messageLimit), allowance: &allowance)
    }
  }

  private func messages(_ bytes: [UInt8], limit: Int, allowance: inout Int) -> [[UInt8]] {
    undecoded += bytes
    lastArrival = .now
    var (events, error) = decoder.read(&undecoded, limit: limit, allowance: &allowance)
    if undecoded.isEmpty { undecoded = [] }
    var lines: [[UInt8]] = []
    for event in events {
      switch event {
      case .message(let line): lines.append(line)
      case .ping(let payload): socket.send(WebSocketFrame.pong(payload))
      case .pong: break
      case .close: error = error ?? WebSocketError(code: 1000, reason: "")
      }
    }
    if let error { if lines.isEmpty { end(error) } else { ending = error } }
    return lines
  }

  // MARK: - Requests

  private func receive(head: [UInt8]) {
    var index = 0
    // Find the empty line.
    while index + 4 <= head.count, index < HTTPRequest.limit {
      if head[index] == 13, head[index..<index + 4].elementsEqual([13, 10, 13, 10]) {
        return answer { () throws(HTTPRequest.Problem) in
          try handle(try HTTPRequest(head[..<index]), rest: Array(head[(index + 4)...]))
        }
      }
      index += 1
    }
    if head.count > HTTPRequest.limit {
      return answer(HTTPResponse(HTTPRequest.Problem(status: 431, reason: "the request’s head is too long")))
    }
    phase = .head(head)
  }

  private func answer(_ action: () throws(HTTPRequest.Problem) -> Void) {
    do throws(HTTPRequest.Problem) { try action() } catch { answer(HTTPResponse(error)) }
  }

  private func handle(_ request: HTTPRequest, rest: [UInt8]) throws(HTTPRequest.Problem) {
    try server.access.check(request, changes: request.method != "GET" || request.headers["upgrade"] != nil)
    switch request.method {
    case "GET" where request.path.hasPrefix("/live/"): try upgrade(request, rest: rest)
    case "GET", "HEAD":
      let (response, file) = try server.files.response(to: request.path)
      self.file = request.method == "GET" ? file : nil
      answer(response, hasBody: request.method == "GET")
    case "POST" where request.path == "/enter":
      guard let length = request.headers["content-length"].flatMap({ Int($0) }), 0...Self.bodyLimit ~= length else {
        throw HTTPRequest.Problem(status: 413, reason: "the token is too long")
      }
      receive(body: rest, of: request, length: length)
    default: throw HTTPRequest.Problem(status: 405, reason: "there is no such request")
    }
  }

  private func receive(body: [UInt8], of request: HTTPRequest, length: Int) {
    if body.count < length {
      phase = .body(request, body, length: length)
      return
    }
    guard let (visitor, cookie) = server.access.enter(token: String(decoding: body.prefix(length), as: UTF8.self))
    else {
      return answer(HTTPResponse(WebAccess.invalidLink))
    }
    var response = HTTPResponse(Array(WebAccess.path(of: visitor).utf8), type: "text/plain; charset=utf-8")
    let isEncrypted = request.headers["origin"]?.hasPrefix("https:") == true
    response.headers.append(("Set-Cookie", cookie + (isEncrypted ? "; Secure" : "")))
    answer(response)
  }

  private func upgrade(_ request: HTTPRequest, rest: [UInt8]) throws(HTTPRequest.Problem) {
    // A page that can't connect sends this request without an upgrade, to find out whether its link is valid.
    guard let visitor = server.access.visitor(request) else { throw WebAccess.invalidLink }
    guard request.lists("websocket", in: "upgrade"), request.lists("upgrade", in: "connection"),
      request.headers["sec-websocket-version"] == "13", let key = request.headers["sec-websocket-key"],
      WebSocketKey.isValid(key)
    else { throw HTTPRequest.Problem(status: 426, reason: "this needs a WebSocket, version 13") }
    self.visitor = visitor
    socket.send(HTTPResponse.upgrade(key: key))
    phase = .webSocket
    lastArrival = .now
    // Clients must wait for the response.
    if !rest.isEmpty { end(.protocolError("frames arrived before the answer")) }
  }

  private func answer(_ response: HTTPResponse, hasBody: Bool = true) {
    socket.send(response.bytes(hasBody: hasBody))
    phase = .answering
    lastArrival = .now
  }

  // MARK: - Writing

  func send(_ pieces: [ArraySlice<UInt8>]) {
    guard case .webSocket = phase, !hasEnded else { return }
    var pieces = pieces
    if let last = pieces.last, last.last == UInt8(ascii: "\n") { pieces[pieces.count - 1] = last.dropLast() }
    socket.send([WebSocketFrame.text(size: pieces.reduce(0) { $0 + $1.count })[...]] + pieces)
  }

  func write() {
    if let ending { return end(ending) }
    let before = socket.writtenCount
    socket.write()
    guard case .answering = phase else { return }
    // Read the file at the speed of the client.
    while !isSending, let part = file?.next() {
      socket.send(part)
      socket.write()
    }
    if socket.writtenCount > before { lastArrival = .now }
    if !isSending { endWriting() }
  }

  func finish(atMost timeout: Duration) -> Bool { socket.finish(atMost: timeout) }

  func close() { end(WebSocketError(code: 1000, reason: "")) }

  /// Ends the connection, and sends the reason.
  private func end(_ error: WebSocketError) {
    if hasEnded { return }
    if case .webSocket = phase {
      if !error.reason.isEmpty { send([HostMessage.bye(.init(error.reason)).line[...]]) }
      socket.send(WebSocketFrame.close(error))
    }
    socket.write()
    endWriting()
  }

  private func endWriting() {
    hasEnded = true
    file = nil
    socket.endWriting()
    server.linger(socket)
  }

  // MARK: - Time

  var deadline: ContinuousClock.Instant? {
    switch phase {
    case .webSocket: lastArrival + (hasPinged ? Self.silence * 2 : Self.silence)
    default: lastArrival + Self.requestTime
    }
  }

  func check(at now: ContinuousClock.Instant) {
    guard let deadline, now >= deadline, !isClosed else { return }
    switch phase {
    case .webSocket where hasPinged: end(WebSocketError(code: 1001, reason: "you didn’t answer"))
    case .webSocket:
      socket.send(WebSocketFrame.ping)
      hasPinged = true
    case .head, .body: answer(HTTPResponse(HTTPRequest.Problem(status: 408, reason: "the request took too long")))
    case .answering: socket.close()
    }
  }
}
