/// The reason why bytes can't be read as an archive, picture or other file that holds programs, or can't be written.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause in lower case, as it follows the name of a file and a colon.
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}

/// The bounds of the memory that reading takes, whatever sizes a file claims.
package enum ArchiveLimits {
  /// The maximum number of bytes that one compressed content may unpack to.
  package static let content = 64 << 20

  /// Returns a number of bytes in words, such as “64 MiB”.
  static func text(_ bytes: Int) -> String {
    bytes >= 1 << 20 && bytes & ((1 << 20) - 1) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }
}
