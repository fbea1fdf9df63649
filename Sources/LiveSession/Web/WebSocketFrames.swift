// Our own implementation of RFC 6455, instead of libwebsockets: the server has one poll loop, which Debian's
// libwebsockets, built without external poll, can't join. It would need a thread with an inbox in both directions, and
// bring a second HTTP server with its limits, instead of these 150 lines for frames without extensions.

/// The reason why a WebSocket is closed, with the protocol's code for it.
nonisolated struct WebSocketError: Error, Hashable {
  let code: UInt16
  /// A clause, in lower case and without a full stop.
  let reason: String

  static func protocolError(_ reason: String) -> WebSocketError { WebSocketError(code: 1002, reason: reason) }
}

/// Reads the frames of a client, as they arrive.
nonisolated struct WebSocketDecoder {
  enum Event: Hashable {
    case message([UInt8])
    case ping([UInt8])
    case pong
    case close
  }

  private struct Frame {
    var isFinal: Bool
    var kind: UInt8
    var mask: [UInt8]
    var left: Int
    var payload: [UInt8] = []
  }

  /// The part of a frame's head that has arrived.
  private var head: [UInt8] = []
  private var frame: Frame?
  /// The message so far, if its last frame hasn't arrived.
  private var message: [UInt8]?
  private static let (continuation, text, binary, close, ping, pong): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
    (0, 1, 2, 8, 9, 10)
  private static let controlLimit = 125

  /// The received size of the incomplete message.
  var pendingCount: Int { (message?.count ?? 0) + (frame?.payload.count ?? 0) }

  /// Reads frames until the bytes or the allowance are used up.
  /// - Parameters:
  ///   - limit: the maximum length of a message in bytes.
  ///   - allowance: the number of frames that may be read, including parts of messages; lowered by the number read.
  /// - Returns: the events, including those before an error.
  mutating func read(
    _ bytes: inout ArraySlice<UInt8>, limit: Int, allowance: inout Int
  ) -> (events: [Event], error: WebSocketError?) {
    var events: [Event] = []
    do throws(WebSocketError) {
      while allowance > 0 {
        if frame == nil {
          guard try readHead(from: &bytes, limit: limit) else { break }
        }
        guard takePayload(from: &bytes), let done = frame else { break }
        frame = nil
        allowance -= 1
        if let event = try finish(done) { events.append(event) }
      }
    } catch {
      return (events, error)
    }
    return (events, nil)
  }

  /// - Returns: whether the head is complete.
  private mutating func readHead(from bytes: inout ArraySlice<UInt8>, limit: Int) throws(WebSocketError) -> Bool {
    while head.count < headLength {
      guard let byte = bytes.popFirst() else { return false }
      head.append(byte)
      if head.count == 2 { try checkStart() }
    }
    let lengthEnd = headLength - 4
    let length =
      lengthEnd == 2 ? UInt64(head[1] & 0x7F) : head[2..<lengthEnd].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let isControl = head[0] & 0x08 != 0
    if length > UInt64(limit - (isControl ? 0 : message?.count ?? 0)) {
      throw WebSocketError(code: 1009, reason: "a message is longer than \(limit) bytes")
    }
    frame = Frame(
      isFinal: head[0] & 0x80 != 0, kind: head[0] & 0x0F, mask: Array(head[lengthEnd...]), left: Int(length))
    head = []
    return true
  }

  /// The length of the head, including the mask of four bytes.
  private var headLength: Int {
    guard head.count >= 2 else { return 2 }
    return 6 + (head[1] & 0x7F == 126 ? 2 : head[1] & 0x7F == 127 ? 8 : 0)
  }

  private func checkStart() throws(WebSocketError) {
    if head[0] & 0x70 != 0 { throw .protocolError("a frame uses an extension that was not agreed on") }
    if head[1] & 0x80 == 0 { throw .protocolError("a client’s frame is not masked") }
    switch head[0] & 0x0F {
    case Self.continuation: if message == nil { throw .protocolError("a frame continues no message") }
    case Self.text: if message != nil { throw .protocolError("a message begins within another one") }
    case Self.binary: throw WebSocketError(code: 1003, reason: "a message is binary; messages are text")
    case Self.close, Self.ping, Self.pong:
      if head[0] & 0x80 == 0 || head[1] & 0x7F > Self.controlLimit {
        throw .protocolError("a control frame is in parts, or too long")
      }
    default: throw .protocolError("a frame’s kind is unknown")
    }
  }

  /// - Returns: whether the frame is complete.
  private mutating func takePayload(from bytes: inout ArraySlice<UInt8>) -> Bool {
    guard var current = frame else { return false }
    // Only `current` may hold the payload while it grows, or each change would copy it.
    frame = nil
    let part = bytes.prefix(current.left)
    let offset = current.payload.count - part.startIndex
    current.payload.reserveCapacity(current.payload.count + part.count)
    for index in part.indices { current.payload.append(part[index] ^ current.mask[(offset + index) & 3]) }
    current.left -= part.count
    bytes = bytes.dropFirst(part.count)
    frame = current
    return current.left == 0
  }

  private mutating func finish(_ frame: Frame) throws(WebSocketError) -> Event? {
    switch frame.kind {
    case Self.ping: return .ping(frame.payload)
    case Self.pong: return .pong
    case Self.close:
      if frame.payload.count == 1 { throw .protocolError("a frame that ends the connection has half a code") }
      return .close
    default:
      var whole = message ?? []
      message = nil
      whole += frame.payload
      if !frame.isFinal {
        message = whole
        return nil
      }
      if String(validating: whole, as: UTF8.self) == nil {
        throw WebSocketError(code: 1007, reason: "a message isn’t UTF-8")
      }
      return .message(whole)
    }
  }
}

/// Writes frames as a server does: whole, and without masks.
nonisolated enum WebSocketFrame {
  /// The beginning of a text frame, which the payload follows.
  static func text(size: Int) -> [UInt8] { head(0x81, size) }
  static let ping: [UInt8] = frame(0x89, [])
  static func pong(_ payload: [UInt8]) -> [UInt8] { frame(0x8A, payload[...]) }

  static func close(_ error: WebSocketError) -> [UInt8] {
    var reason = error.reason
    while reason.utf8.count > 123 { reason.removeLast() }
    return frame(0x88, [UInt8(error.code >> 8), UInt8(error.code & 0xFF)] + reason.utf8)
  }

  private static func frame(_ start: UInt8, _ payload: ArraySlice<UInt8>) -> [UInt8] {
    head(start, payload.count) + payload
  }

  private static func head(_ start: UInt8, _ size: Int) -> [UInt8] {
    switch size {
    case ..<126: return [start, UInt8(size)]
    case ...0xFFFF: return [start, 126, UInt8(size >> 8), UInt8(size & 0xFF)]
    default:
      let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> $0) }
      return [start, 127] + bytes
    }
  }
}
