/// The head of a browser's request.
nonisolated struct HTTPRequest {
  let method: String
  /// The path, with a leading `/` and without escapes.
  let path: String
  /// The headers, by their names in lower case.
  let headers: [String: String]

  /// The reason why a request fails, with its status.
  struct Problem: Error, Hashable {
    let status: Int
    /// A clause, in lower case and without a full stop.
    let reason: String
  }

  /// The maximum length of a head in bytes. Browsers send the cookies of all servers of the machine.
  static let limit = 1 << 14

  /// - Parameter head: the head without the empty line after it.
  /// - Throws: `Problem` if it isn't a request.
  init(_ head: some Collection<UInt8>) throws(Problem) {
    guard let text = String(validating: head, as: UTF8.self) else {
      throw Problem(status: 400, reason: "the request isn’t text")
    }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].hasPrefix("/"),
      let path = Self.unescaped(words[1].prefix { $0 != "?" && $0 != "#" })
    else { throw Problem(status: 400, reason: "this isn’t a browser’s request") }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        line[..<colon].utf8.allSatisfy({ $0 > 32 && $0 < 127 })
      else { throw Problem(status: 400, reason: "a header has no name") }
      let name = line[..<colon].lowercased()
      let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
      if headers.updateValue(value, forKey: name) != nil {
        throw Problem(status: 400, reason: "the header “\(name)” occurs twice")
      }
    }
    (method, self.path, self.headers) = (String(words[0]), path, headers)
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Returns whether a header's list contains a word.
  func lists(_ word: String, in header: String) -> Bool {
    (headers[header] ?? "").lowercased().split(separator: ",").contains { $0.filter { $0 != " " } == word }
  }

  /// The value of a cookie.
  func cookie(_ name: String) -> String? {
    for cookie in (headers["cookie"] ?? "").split(separator: ";") {
      let cookie = cookie.drop { $0 == " " }
      if cookie.hasPrefix(name + "=") { return String(cookie.dropFirst(name.utf8.count + 1)) }
    }
    return nil
  }
}

/// A response to a browser. Each connection gets one.
nonisolated struct HTTPResponse {
  var status = 200
  var type = "text/plain; charset=utf-8"
  var headers: [(name: String, value: String)] = []
  /// The Content-Security-Policy.
  var policy = HTTPResponse.pagePolicy
  private var body: [UInt8] = []
  /// The size of the body, which may be sent later.
  private var length: Int

  init(_ body: [UInt8], type: String) { (self.body, length, self.type) = (body, body.count, type) }

  /// The beginning of a response, without the body.
  init(length: Int, type: String) { (self.length, self.type) = (length, type) }

  init(_ problem: HTTPRequest.Problem) {
    status = problem.status
    body = Array("mortise: \(problem.reason)\n".utf8)
    length = body.count
  }

  /// The headers of every response: browsers may not frame it, guess its type, cache it, or disclose its address. Only
  /// scripts from this server run. Blockly sets styles in its elements.
  private static let protection = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"), ("Cache-Control", "no-store"), ("Connection", "close"),
  ]

  static let pagePolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:",
    "media-src 'self' data:", "font-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The policy for the worker that runs the program, which is code that others wrote together. It may evaluate text as
  /// code, and nothing else.
  static let runnerPolicy = "default-src 'none'; script-src 'self' 'unsafe-eval'"

  private static let reasons = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 413: "Content Too Large", 426: "Upgrade Required", 431: "Request Header Fields Too Large",
    503: "Service Unavailable",
  ]

  /// - Parameter hasBody: false for the response to HEAD.
  func bytes(hasBody: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for (name, value) in [("Content-Security-Policy", policy)] + Self.protection + headers {
      head += "\(name): \(value)\r\n"
    }
    head += "Content-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
    return Array(head.utf8) + (hasBody ? body : [])
  }

  /// Returns the response that makes a connection a WebSocket.
  static func upgrade(key: String) -> [UInt8] {
    Array(
      """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(WebSocketKey.answer(to: key))\r
      \r

      """.utf8)
  }
}
