import Glibc
import MortiseFiles

/// Tokens that distinguish people who share an account: a file with a line for each, such as
/// `editor 5f2c90c1a8c84b0e Anna B.`
public nonisolated struct PersonalTokens: Sendable {
  /// The owner of a token.
  struct Owner: Hashable, Sendable {
    /// The name that others see.
    var name: String
    /// The role with which they join.
    var role: Role
  }

  private let owners: [(token: String, owner: Owner)]
  /// A token of fewer characters could be guessed.
  private static let leastLength = 16
  private static let sizeLimit = 1 << 20

  /// Reads a file, ignoring empty lines and those that begin with `#`.
  /// - Throws: `TokenError` if it can't be read, others could read it, or a line is wrong.
  public init(file path: String) throws(TokenError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileReader.read(path, limit: Self.sizeLimit).bytes } catch {
      throw TokenError("\(error)")
    }
    guard let status = try? FileSystem.status(of: path), status.st_mode & 0o077 == 0 else {
      throw TokenError("\(path): others can read these tokens; ‘chmod 600’ it")
    }
    var owners: [(token: String, owner: Owner)] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let words = String(decoding: line, as: UTF8.self).split(maxSplits: 2, whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func problem(_ text: String) -> TokenError { TokenError("\(path):\(index + 1): \(text)") }
      guard words.count == 3, let role = Role(rawValue: String(first)) else {
        throw problem("a line is ‘owner’, ‘editor’ or ‘watcher’, a token and a name")
      }
      let token = String(words[1])
      let name = String(words[2].trimmingPrefix(while: \.isWhitespace)).bounded
      if token.count < Self.leastLength { throw problem("a token needs at least \(Self.leastLength) characters") }
      if owners.contains(where: { $0.token == token }) { throw problem("the token is on another line, too") }
      if owners.contains(where: { $0.owner.name == name }) { throw problem("the name is on another line, too") }
      owners.append((token, Owner(name: name, role: role)))
    }
    if owners.isEmpty { throw TokenError("\(path): there is no token in it") }
    self.owners = owners
  }

  /// Whether a name belongs to the owner of a token.
  func names(_ name: String) -> Bool { owners.contains { $0.owner.name == name } }

  /// Returns the owner of a token. Compares in constant time.
  /// - Returns: nil for an unknown token.
  func owner(of token: String) -> Owner? {
    owners.reduce(nil) { found, entry in entry.token.equals(token) ? entry.owner : found }
  }
}

/// The reason why tokens can't be used: a message for the user.
public nonisolated struct TokenError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}
