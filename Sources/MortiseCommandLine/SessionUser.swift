import BlockModel
import Glibc

/// The user as the others of a session see them.
nonisolated enum SessionUser {
  /// The account's name, or whose it is, if it says so.
  static let name: String = {
    guard let entry = getpwuid(geteuid())?.pointee else { return "user \(geteuid())" }
    let full = String(cString: entry.pw_gecos).split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return full.isEmpty ? String(cString: entry.pw_name) : String(full)
  }()

  /// A new id of a client.
  static func author() -> String {
    var randomness = SystemNumbers()
    return BlocklyID.random(using: &randomness)
  }
}
