import BlockModel
import Glibc
import LiveSession

/// The user as the others of a session see them.
nonisolated struct SessionUser: Sendable {
  /// The name that the user has chosen; nil for the account's.
  var chosenName: String?
  /// What makes the user more than a watcher where others share the account; nil for nothing.
  var token: String?
  /// Whether the user only wants to watch.
  var watches = false

  /// The name that the others see.
  var name: String { chosenName ?? Self.accountName }

  /// How the user joins a session anew, with an id of its own.
  var hello: ClientMessage.Hello {
    var hello = ClientMessage.Hello(author: Self.newID(), name: name)
    (hello.token, hello.watches) = (token, watches)
    return hello
  }

  /// A new id of a client, or what nobody else knows.
  static func newID() -> String {
    var randomness = SystemNumbers()
    return BlocklyID.random(using: &randomness)
  }

  /// The account's name, or whose it is, if it says so.
  private static let accountName: String = {
    guard let entry = getpwuid(geteuid())?.pointee else { return "user \(geteuid())" }
    let full = String(cString: entry.pw_gecos).split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return full.isEmpty ? String(cString: entry.pw_name) : String(full)
  }()
}
