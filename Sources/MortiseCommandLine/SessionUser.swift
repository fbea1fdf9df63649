import BlockModel
import Glibc
import LiveSession

/// The user as shown to the others in a session.
nonisolated struct SessionUser: Sendable {
  /// The name that the user has chosen; nil for the account's.
  var chosenName: String?
  /// A token that gives the user more rights than a watcher if several people share the account; nil for none.
  var token: String?
  /// Whether the user only wants to watch.
  var watches = false

  /// The name shown to the others.
  var name: String { chosenName ?? Self.accountName }

  /// The message that joins a session as a new client, with its own id.
  var hello: ClientMessage.Hello {
    var hello = ClientMessage.Hello(author: Self.newID(), name: name)
    (hello.token, hello.watches) = (token, watches)
    return hello
  }

  /// Returns a new client id or secret.
  static func newID() -> String {
    var randomness = SystemNumbers()
    return BlocklyID.random(using: &randomness)
  }

  /// The account's full name, or else its login name.
  private static let accountName: String = {
    guard let entry = getpwuid(geteuid())?.pointee else { return "user \(geteuid())" }
    let full = String(cString: entry.pw_gecos).split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return full.isEmpty ? String(cString: entry.pw_name) : String(full)
  }()
}
