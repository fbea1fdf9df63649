/// The people that an owner has sent away, until the host ends: by their author's id, and by their token or account.
struct Exclusions {
  private var authors: Set<String> = []
  /// The names of personal tokens.
  private var owners: Set<String> = []
  /// Other accounts of the machine.
  private var users: Set<UInt32> = []

  /// Adds a connection's person.
  mutating func add(_ connection: LiveServer.Connection) {
    if let author = connection.client.person?.author { authors.insert(author) }
    if let owner = connection.client.owner {
      owners.insert(owner.name)
    } else if connection.visitor == nil, !connection.isOwnAccount, let user = connection.peer?.user {
      users.insert(user)
    }
  }

  /// Whether a connection's person was sent away.
  func contain(_ connection: LiveServer.Connection, _ author: String, _ owner: PersonalTokens.Owner?) -> Bool {
    if authors.contains(author) || owner.map({ owners.contains($0.name) }) ?? false { return true }
    return owner == nil && connection.visitor == nil && connection.peer.map { users.contains($0.user) } ?? false
  }
}

extension LiveServer {
  /// Keeps out a client that is sent away. The cookie of a browser becomes invalid.
  /// - Returns: a remark about the way in which the person can still join; nil if there is none.
  func exclude(_ client: HostedClient) -> String? {
    guard let connection = connections.first(where: { $0.client === client }) else { return nil }
    exclusions.add(connection)
    if let visitor = connection.visitor {
      secrets.remove(visitor)
      return "the link lets them in again, unless you make new links"
    }
    return connection.isOwnAccount && client.owner == nil
      ? "they use your account, so they can join again; personal tokens distinguish people" : nil
  }
}
