import MortiseFiles

/// A browser's connection: one request and its answer, or a WebSocket whose text messages are lines.
nonisolated final class WebConnection: LineConnection {
  private enum Phase {
    /// The head of the request, as far as it has arrived.
    case head([UInt8])
    /// What a page posts.
    case body(HTTPRequest, [UInt8], length: Int)
    case answering
    case webSocket
  }

  private let socket: LineSocket
  private let server: WebServer
  private var phase = Phase.head([])
  /// Who is there, if it is a WebSocket.
  private(set) var visitor: WebAccess.Visitor?
  private var decoder = WebSocketDecoder()
  private var hasEnded = false
  /// Why the connection ends once what came before has been handled.
  private var ending: WebSocketError?
  /// When something last arrived, or the connection was made.
  private var lastArrival = ContinuousClock.now
  private var hasPinged = false
  /// The frames of the current second.
  private var second = ContinuousClock.now
  private var framesBefore = 0

  /// The longest message of a client: a program of many thousand blocks that is pasted.
  static let messageLimit = 16 << 20
  /// A token.
  private static let bodyLimit = 256
  /// How many frames a second a client may send. Nobody edits so fast.
  static let frameLimit = 200
  /// How long a request may take to arrive, and its answer to leave.
  static let requestTime = Duration.seconds(10)
  /// After how much silence a client is asked whether it is there, and after how much more it is taken for gone.
  static let silence = Duration.seconds(30)

  init(_ socket: LineSocket, of server: WebServer) { (self.socket, self.server) = (socket, server) }

  var descriptor: Int32 { socket.descriptor }
  var isSending: Bool { socket.isSending }
  var isClosed: Bool { hasEnded || socket.isClosed }

  // MARK: - Reading

  func read(limit: Int) -> [[UInt8]] {
    if isClosed || ending != nil { return [] }
    let bytes = socket.readBytes()
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
      lastArrival = .now
      hasPinged = false
      return messages(bytes, limit: min(limit, Self.messageLimit))
    }
  }

  private func messages(_ bytes: [UInt8], limit: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    do throws(WebSocketError) {
      for event in try decoder.read(bytes, limit: limit) {
        switch event {
        case .message(let line): lines.append(line)
        case .ping(let payload): socket.send(WebSocketFrame.pong(payload))
        case .pong: break
        case .close: throw WebSocketError(code: 1000, reason: "")
        }
      }
      try checkRate()
    } catch {
      if lines.isEmpty { end(error) } else { ending = error }
    }
    return lines
  }

  private func checkRate() throws(WebSocketError) {
    if lastArrival > second + .seconds(1) { (second, framesBefore) = (lastArrival, decoder.frameCount) }
    if decoder.frameCount - framesBefore > Self.frameLimit {
      throw WebSocketError(code: 1008, reason: "you send more than \(Self.frameLimit) messages a second")
    }
  }

  // MARK: - Requests

  private func receive(head: [UInt8]) {
    var index = 0
    // The empty line.
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
    case "GET", "HEAD": answer(try server.files.response(to: request.path), hasBody: request.method == "GET")
    case "POST" where request.path == "/enter":
      guard let length = request.headers["content-length"].flatMap({ Int($0) }), 0...Self.bodyLimit ~= length else {
        throw HTTPRequest.Problem(status: 413, reason: "a token is shorter")
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
      return answer(
        HTTPResponse(HTTPRequest.Problem(status: 403, reason: "the link is not valid any more; ask for a new one")))
    }
    var response = HTTPResponse(Array(WebAccess.path(of: visitor).utf8), type: "text/plain; charset=utf-8")
    let isEncrypted = request.headers["origin"]?.hasPrefix("https:") == true
    response.headers.append(("Set-Cookie", cookie + (isEncrypted ? "; Secure" : "")))
    answer(response)
  }

  private func upgrade(_ request: HTTPRequest, rest: [UInt8]) throws(HTTPRequest.Problem) {
    guard request.lists("websocket", in: "upgrade"), request.lists("upgrade", in: "connection"),
      request.headers["sec-websocket-version"] == "13", let key = request.headers["sec-websocket-key"],
      WebSocketKey.isValid(key)
    else { throw HTTPRequest.Problem(status: 426, reason: "here is a WebSocket, version 13") }
    guard let visitor = server.access.visitor(request) else {
      throw HTTPRequest.Problem(status: 403, reason: "the cookie is missing or wrong; open the link again")
    }
    self.visitor = visitor
    socket.send(HTTPResponse.upgrade(key: key))
    phase = .webSocket
    lastArrival = .now
    // Clients wait for the answer.
    if !rest.isEmpty { end(.protocolError("frames came before the answer")) }
  }

  private func answer(_ response: HTTPResponse, hasBody: Bool = true) {
    socket.send(response.bytes(hasBody: hasBody))
    phase = .answering
    lastArrival = .now
  }

  // MARK: - Writing

  func send(_ line: [UInt8]) {
    guard case .webSocket = phase, !hasEnded else { return }
    socket.send(WebSocketFrame.text(line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]))
  }

  func write() {
    if let ending { return end(ending) }
    socket.write()
    if case .answering = phase, !isSending { endWriting() }
  }

  func finish(atMost timeout: Duration) -> Bool { socket.finish(atMost: timeout) }

  func close() { end(WebSocketError(code: 1000, reason: "")) }

  /// Ends the connection, and says why.
  private func end(_ error: WebSocketError) {
    if hasEnded { return }
    if case .webSocket = phase {
      if !error.reason.isEmpty { send(HostMessage.bye(.init(error.reason)).line) }
      socket.send(WebSocketFrame.close(error))
    }
    socket.write()
    endWriting()
  }

  private func endWriting() {
    hasEnded = true
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
