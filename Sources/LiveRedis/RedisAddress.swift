/// The address of a Redis server: the URLs of docs/use/live-redis.md.
public struct RedisAddress: Hashable, Sendable {
  /// A machine and a port.
  package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    var host: String
    var port: UInt16

    package init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }

  enum Place: Hashable, Sendable {
    case server(Endpoint)
    /// The path of a Unix socket.
    case socket(String)
    /// The sentinels that know the address of the primary with this name.
    case sentinels([Endpoint], name: String)
  }

  var place: Place
  /// The user; nil for Redis's default one.
  var user: String?
  var database = 0

  /// Reads `redis://[USER@]HOST[:PORT][/DATABASE]`, `redis+unix://PATH[?db=DATABASE]` or
  /// `redis-sentinel://[USER@]HOST[:PORT][,HOST[:PORT]…]/NAME[/DATABASE]`.
  /// - Throws: `RedisError` if it is none of these, or contains a password, which all users would see in the list of
  ///   processes.
  public init(_ url: String) throws(RedisError) {
    guard let colon = url.firstRange(of: "://") else { throw Self.unknown(url) }
    let scheme = url[..<colon.lowerBound].lowercased()
    var rest = url[colon.upperBound...]
    if scheme == "redis+unix" {
      if let query = rest.firstRange(of: "?db=") {
        database = try Self.database(rest[query.upperBound...])
        rest = rest[..<query.lowerBound]
      }
      guard rest.hasPrefix("/"), rest.utf8.count > 1 else {
        throw RedisError("\(url): the socket’s path must begin with “/”")
      }
      place = .socket(String(rest))
      return
    }
    if scheme == "rediss" {
      throw RedisError(
        "TLS is not supported; go through a tunnel, such as stunnel or ‘ssh -L’, to a “redis://” address")
    }
    guard scheme == "redis" || scheme == "redis-sentinel" else { throw Self.unknown(url) }
    if let at = rest.lastIndex(of: "@") {
      guard !rest[..<at].contains(":") else {
        throw RedisError("all users would see the password in the list of processes; put it into a file")
      }
      user = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    var parts = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    let hosts = parts.removeFirst()
    if scheme == "redis" {
      place = .server(try Self.endpoint(hosts[...], port: 6379))
    } else {
      guard !parts.isEmpty else {
        throw RedisError("\(url): the primary’s name is missing: redis-sentinel://HOST,HOST/NAME")
      }
      let name = parts.removeFirst()
      var endpoints: [Endpoint] = []
      for host in hosts.split(separator: ",") { endpoints.append(try Self.endpoint(host, port: 26379)) }
      guard !endpoints.isEmpty else { throw Self.unknown(url) }
      place = .sentinels(endpoints, name: name)
    }
    guard parts.count <= 1 else { throw Self.unknown(url) }
    if let part = parts.first { database = try Self.database(part[...]) }
  }

  private static func endpoint(_ text: Substring, port: UInt16) throws(RedisError) -> Endpoint {
    var (host, rest) = (text, Substring())
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else if let colon = text.lastIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    guard !host.isEmpty, !host.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "[") }) else {
      throw RedisError("“\(text)” isn’t a host")
    }
    if rest.isEmpty { return Endpoint(host: String(host), port: port) }
    guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else {
      throw RedisError("“\(text)” has no port number after the colon")
    }
    return Endpoint(host: String(host), port: port)
  }

  private static func database(_ text: Substring) throws(RedisError) -> Int {
    guard let number = Int(text), number >= 0 else { throw RedisError("“\(text)” isn’t the number of a database") }
    return number
  }

  private static func unknown(_ url: String) -> RedisError {
    RedisError(
      "“\(url)” is not redis://HOST:PORT/DATABASE, redis+unix:///PATH or redis-sentinel://HOST:PORT,HOST:PORT/NAME")
  }
}

/// The reason why Redis can't be used: one line.
public struct RedisError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause, without a full stop.
  public var description: String
  init(_ description: String) { self.description = description }
}
