/// Who may come in through a browser. The links hold tokens; whoever shows one gets a cookie for the way to the WebSocket.
nonisolated final class WebAccess {
  /// Somebody who has shown a token.
  struct Visitor {
    /// Begins the path of the cookie: browsers send the cookies of one port to all others of a machine, but only for
    /// their paths.
    let id: String
    fileprivate let secret: String
    /// The most that they may be.
    let role: Role
  }

  /// What the links end with.
  let editToken = WebAccess.random()
  let watchToken = WebAccess.random()
  /// A name under which a proxy shows the server, besides those of this machine.
  private let name: String?
  private var visitors: [String: Visitor] = [:]
  private var order: [String] = []
  /// The visitors who use the authors, so that nobody speaks as somebody else.
  private var authors: [String: String] = [:]
  private static let visitorLimit = 10_000
  static let cookie = "mortise"

  init(name: String?) { self.name = name }

  /// 128 bits from the system, as text for addresses.
  static func random() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(system.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  // MARK: - Where a request comes from

  /// Checks that a request names this server, and not another one whose name has been pointed here, and that the page
  /// which sent it is this server's.
  /// - Parameter changes: whether the request changes something, or opens a WebSocket: browsers always say where such
  ///   requests come from. Other programs don't.
  /// - Throws: `HTTPRequest.Problem` if not.
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

  /// An address without its port.
  private static func machine(_ address: String) -> String {
    if address.hasPrefix("[") { return address.prefix { $0 != "]" }.lowercased() + "]" }
    return address.prefix { $0 != ":" }.lowercased()
  }

  private func isOwn(_ machine: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains(machine) || isPublic(machine)
  }

  private func isPublic(_ machine: String) -> Bool { machine == name?.lowercased() }

  // MARK: - Visitors

  /// - Returns: nil if the token is wrong.
  func enter(token: String) -> (visitor: Visitor, cookie: String)? {
    let (mayEdit, mayWatch) = (token.equals(editToken), token.equals(watchToken))
    guard mayEdit || mayWatch else { return nil }
    let visitor = Visitor(id: Self.random(), secret: Self.random(), role: mayEdit ? .editor : .watcher)
    if order.count >= Self.visitorLimit { visitors[order.removeFirst()] = nil }
    visitors[visitor.id] = visitor
    order.append(visitor.id)
    let cookie = "\(Self.cookie)=\(visitor.secret); Path=\(Self.path(of: visitor)); HttpOnly; SameSite=Strict"
    return (visitor, cookie)
  }

  /// Where a visitor's WebSocket is.
  static func path(of visitor: Visitor) -> String { "/live/" + visitor.id }

  /// - Returns: nil if the path is nobody's, or the cookie is wrong.
  func visitor(_ request: HTTPRequest) -> Visitor? {
    guard request.path.hasPrefix("/live/"), let visitor = visitors[String(request.path.dropFirst(6))],
      let secret = request.cookie(Self.cookie), secret.equals(visitor.secret)
    else { return nil }
    return visitor
  }

  /// Whether a visitor may be an author: authors on the web have names of their own, and belong to the first who used them.
  func lets(_ visitor: Visitor, be author: String) -> Bool {
    guard author.hasPrefix("web-") else { return false }
    if let owner = authors[author], visitors[owner] != nil { return owner == visitor.id }
    if authors.count >= Self.visitorLimit { authors = authors.filter { visitors[$0.value] != nil } }
    authors[author] = visitor.id
    return true
  }
}

nonisolated extension String {
  /// Compares in a time that doesn't tell where they differ.
  func equals(_ other: String) -> Bool {
    let (own, others) = (Array(utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
