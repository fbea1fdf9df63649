/// The access of browsers. The links hold tokens; a browser that shows one becomes a visitor, and gets a cookie for the
/// path of its WebSocket.
nonisolated final class WebAccess {
  /// A browser that has shown a token.
  struct Visitor: Sendable {
    /// Part of the cookie's path: browsers send the cookies of one port to all others of a machine, but only for their
    /// paths.
    let id: String
    let secret: String
    /// The highest role that the visitor can have, unless the program is the user's own copy.
    let role: Role
  }

  private let secrets: HostSecrets
  /// The name under which a proxy publishes the server, besides this machine's names.
  private let name: String?
  static let cookie = "mortise"

  /// The response to a browser whose token or cookie is wrong.
  static let invalidLink = HTTPRequest.Problem(
    status: 403, reason: "the link is not valid any more; ask for a new one")

  init(_ secrets: HostSecrets, name: String?) { (self.secrets, self.name) = (secrets, name) }

  /// Returns 128 random bits from the system, as text for addresses.
  static func random() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(system.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  // MARK: - Where a request comes from

  /// Checks that a request names this server, as another name may have been pointed to it, and that the page that sent
  /// the request is this server's.
  /// - Parameter changes: whether the request changes something, or opens a WebSocket. Browsers always name the origin
  ///   of such requests; other programs don't.
  /// - Throws: `HTTPRequest.Problem` if a check fails.
  func check(_ request: HTTPRequest, changes: Bool) throws(HTTPRequest.Problem) {
    let host = request.headers["host"] ?? ""
    guard isOwn(Self.machine(host)) else {
      throw HTTPRequest.Problem(status: 403, reason: "the address names another server; use the link that was printed")
    }
    if request.headers["sec-fetch-site"].map({ !["same-origin", "none"].contains($0) }) ?? false, changes {
      throw HTTPRequest.Problem(status: 403, reason: "the request comes from another site")
    }
    guard let origin = request.headers["origin"] else { return }
    let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
    let isFromHere =
      parts.count == 3 && parts[1].isEmpty
      && (parts[0] == "http:" && parts[2] == host || parts[0] == "https:" && isPublic(Self.machine(String(parts[2]))))
    if !isFromHere { throw HTTPRequest.Problem(status: 403, reason: "the request comes from another site") }
  }

  /// Returns an address without its port; empty if the port is invalid.
  private static func machine(_ address: String) -> String {
    var name = address[...]
    if let colon = address.lastIndex(of: ":"), !address[colon...].contains("]") {
      guard UInt16(address[address.index(after: colon)...]) != nil else { return "" }
      name = address[..<colon]
    }
    return name.lowercased()
  }

  private func isOwn(_ machine: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains(machine) || isPublic(machine)
  }

  private func isPublic(_ machine: String) -> Bool { !machine.isEmpty && machine == name?.lowercased() }

  // MARK: - Visitors

  /// - Returns: nil if the token is wrong.
  func enter(token: String) -> (visitor: Visitor, cookie: String)? {
    let (mayEdit, mayWatch) = (token.equals(secrets.editToken), token.equals(secrets.watchToken))
    guard mayEdit || mayWatch || secrets.isOfCopy(token) else { return nil }
    let visitor = Visitor(id: Self.random(), secret: Self.random(), role: mayEdit ? .editor : .watcher)
    secrets.add(visitor)
    let cookie = "\(Self.cookie)=\(visitor.secret); Path=\(Self.path(of: visitor)); HttpOnly; SameSite=Strict"
    return (visitor, cookie)
  }

  /// The path of a visitor's WebSocket.
  static func path(of visitor: Visitor) -> String { "/live/" + visitor.id }

  /// - Returns: nil if the path isn't a visitor's, or the cookie is wrong.
  func visitor(_ request: HTTPRequest) -> Visitor? {
    guard request.path.hasPrefix("/live/"), let visitor = secrets.visitor(String(request.path.dropFirst(6))),
      let secret = request.cookie(Self.cookie), secret.equals(visitor.secret)
    else { return nil }
    return visitor
  }
}

nonisolated extension String {
  /// Compares texts of one length in constant time.
  func equals(_ other: String) -> Bool {
    let (own, others) = (Array(utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
