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
        events += try decoder.read(Array(bytes[start..<min(start + size, bytes.count)]), limit: 100)
      }
      #expect(events == [.ping([]), .message(Array("ha!".utf8))], "pieces of \(size)")
    }
  }

  @Test func whoIsSlowIsAnsweredOrAskedAndThenGone() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let server = try WebServer(LiveServer.WebOptions(port: 0))
    let (connection, browser) = (WebConnection(LineSocket(ends[0]), of: server), LineSocket(ends[1]))
    browser.send(Array("GET / HTTP/1.1\r\n".utf8))
    browser.write()
    #expect(connection.read(limit: 100) == [])
    connection.check(at: .now)
    #expect(!connection.isSending)
    connection.check(at: .now + WebConnection.requestTime)
    connection.write()
    #expect(String(decoding: browser.readBytes(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    #expect(connection.isClosed)
  }
}
