import Glibc
import Testing

@testable import LiveSession

/// The browsers' side of a host; Tests/EndToEnd tries what is wrong.
@Suite struct WebSocketTests {
  @Test func theKeyIsAnsweredAsInTheStandard() {
    #expect(WebSocketKey.answer(to: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(WebSocketKey.isValid("dGhlIHNhbXBsZSBub25jZQ=="))
    #expect(!WebSocketKey.isValid("dGhlIHNhbXBsZSBub25jZQ"))
  }

  @Test func framesMayArriveInAnyPieces() throws {
    // A text in two frames, with a ping between them, masked.
    let bytes: [UInt8] = [
      0x01, 0x82, 1, 2, 3, 4, 0x68 ^ 1, 0x61 ^ 2, 0x89, 0x80, 0, 0, 0, 0, 0x80, 0x81, 0, 0, 0, 0, 0x21,
    ]
    for size in 1...bytes.count {
      var decoder = WebSocketDecoder()
      var events: [WebSocketDecoder.Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        var (piece, allowance) = (bytes[start..<min(start + size, bytes.count)], 10)
        let (read, error) = decoder.read(&piece, limit: 100, allowance: &allowance)
        #expect(error == nil && piece.isEmpty)
        events += read
      }
      #expect(events == [.ping([]), .message(Array("ha!".utf8))], "pieces of \(size)")
    }
  }

  /// Frames that the allowance doesn't cover stay where they are.
  @Test func framesWaitForTheirAllowance() {
    let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
    var (decoder, bytes) = (WebSocketDecoder(), Array(repeating: ping, count: 5).flatMap(\.self)[...])
    var allowance = 3
    #expect(decoder.read(&bytes, limit: 100, allowance: &allowance).events.count == 3)
    #expect(allowance == 0 && bytes.count == 2 * ping.count)
    allowance = 3
    #expect(decoder.read(&bytes, limit: 100, allowance: &allowance).events.count == 2)
    #expect(allowance == 1 && bytes.isEmpty)
  }

  @Test func aRateIsKeptWithinABurst() {
    var rate = LiveServer.RateLimit()
    let now = ContinuousClock.now
    #expect(rate.allowance(at: now) == 200 && rate.resumption(at: now) == nil)
    rate.use(200)
    #expect(rate.allowance(at: now) == 0)
    let next = rate.resumption(at: now)
    #expect(next.map { $0 > now && $0 <= now + .milliseconds(50) } == true)
    #expect(rate.allowance(at: now + .milliseconds(101)) == 20)
    // A long pause allows no more than a burst.
    #expect(rate.allowance(at: now + .seconds(60)) == 200)
  }

  @Test func whoIsSlowIsAnsweredOrAskedAndThenGone() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let secrets = HostSecrets(of: "p.json", in: nil)
    let server = try WebServer(LiveServer.WebOptions(port: 0), secrets)
    let (connection, browser) = (WebConnection(LineSocket(ends[0]), of: server), LineSocket(ends[1]))
    browser.send(Array("GET / HTTP/1.1\r\n".utf8))
    browser.write()
    var allowance = 1
    #expect(connection.read(limit: 100, allowance: &allowance) == [])
    connection.check(at: .now)
    #expect(!connection.isSending)
    connection.check(at: .now + WebConnection.requestTime)
    connection.write()
    #expect(String(decoding: browser.readBytes(atMost: 1 << 16), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    #expect(connection.isClosed)
  }
}
