import Markup
import MortiseFiles

/// The tokens of a host, which it stores in the user's state folder, so that links, cookies and tokens stay valid when
/// it is restarted.
public nonisolated final class HostSecrets {
  /// The token that makes its holder the owner, if others share the host's account.
  public private(set) var ownerToken = WebAccess.random()
  /// The tokens at the ends of the links for browsers.
  private(set) var editToken = WebAccess.random()
  private(set) var watchToken = WebAccess.random()
  /// The port on which browsers were last served; nil for none.
  var port: UInt16? { didSet { if port != oldValue { keep() } } }
  /// The tokens that let learners edit their copies of programs that were handed out, by the copies' names.
  private var copies: [String: String] = [:]
  private var visitors: [String: WebAccess.Visitor] = [:]
  /// The visitors' ids, the oldest first.
  private var order: [String] = []

  private let files: NamedFiles?
  private let name: String
  /// The path of the served program or folder, from the root.
  private let path: String

  private static let visitorLimit = 1_000
  private static let copyLimit = 10_000

  /// Reads the secrets of a host, or makes new ones.
  /// - Parameters:
  ///   - path: the program or folder that it serves.
  ///   - files: the storage for the secrets; nil for none.
  public init(of path: String, in files: NamedFiles?) {
    self.path = FileSystem.normalized(path)
    (self.files, name) = (files, NamedFiles.name(ofProgram: path))
    // The name depends on the folder's number, which the system may later give to another folder.
    guard let bytes = (try? files?.read(name)) ?? nil, let json = try? JSONParser.parse(bytes),
      json["path"]?.string == self.path
    else { return }
    ownerToken = json["owner"]?.string ?? ownerToken
    editToken = json["edit"]?.string ?? editToken
    watchToken = json["watch"]?.string ?? watchToken
    port = json["port"]?.integer.flatMap { UInt16(exactly: $0) }
    for (copy, token) in json["copies"]?.members ?? JSONValue.object([:]).members { copies[copy] = token.string }
    for visitor in (json["visitors"]?.elements.prefix(Self.visitorLimit)).map(Array.init) ?? [] {
      guard let id = visitor["id"]?.string, let secret = visitor["secret"]?.string,
        let role = visitor["role"]?.string.flatMap(Role.init)
      else { continue }
      visitors[id] = WebAccess.Visitor(id: id, secret: secret, role: role)
      order.append(id)
    }
  }

  /// Stores them. If that fails, the host works, but its links end with it.
  private func keep() {
    let line = JSONWriter.line { json in
      json.member("path", path)
      json.member("owner", ownerToken)
      json.member("edit", editToken)
      json.member("watch", watchToken)
      if let port { json.member("port", Int(port)) }
      json.object("copies") { json in for (copy, token) in copies { json.member(copy, token) } }
      json.array("visitors") { json in
        for visitor in order.compactMap({ visitors[$0] }) {
          json.object { json in
            json.member("id", visitor.id)
            json.member("secret", visitor.secret)
            json.member("role", visitor.role.rawValue)
          }
        }
      }
    }
    try? files?.write(line, named: name)
  }

  /// Stores them at the beginning, so that they are valid when the host is restarted, however it ends.
  func begin() { keep() }

  // MARK: - Browsers

  /// A visitor; nil if the id is unknown.
  func visitor(_ id: String) -> WebAccess.Visitor? { visitors[id] }

  /// Adds a visitor, and forgets the oldest one if there are too many.
  func add(_ visitor: WebAccess.Visitor) {
    if order.count >= Self.visitorLimit { visitors[order.removeFirst()] = nil }
    visitors[visitor.id] = visitor
    order.append(visitor.id)
    keep()
  }

  /// Makes a visitor's cookie invalid.
  func remove(_ visitor: WebAccess.Visitor) {
    visitors[visitor.id] = nil
    order.removeAll { $0 == visitor.id }
    keep()
  }

  /// Makes the links, and the cookies of all visitors, invalid.
  func renewLinks() {
    (editToken, watchToken) = (WebAccess.random(), WebAccess.random())
    (visitors, order) = ([:], [])
    keep()
  }

  // MARK: - Copies

  /// The token of a copy that is handed out.
  func token(ofCopy copy: String) -> String {
    if let token = copies[copy] { return token }
    let token = WebAccess.random()
    if copies.count < Self.copyLimit { copies[copy] = token }
    keep()
    return token
  }

  /// Whether a token is that of a copy.
  func isToken(_ token: String, ofCopy copy: String) -> Bool { copies[copy].map { $0.equals(token) } ?? false }

  /// Whether a token is that of any copy.
  func isOfCopy(_ token: String) -> Bool { copies.values.reduce(false) { $1.equals(token) || $0 } }
}
