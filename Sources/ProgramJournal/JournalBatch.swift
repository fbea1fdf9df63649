import Markup

/// The data in a journal about a batch of a session's log, besides its events.
package nonisolated struct JournalBatch: Hashable, Sendable {
  /// Identifies the session.
  package var session: String
  /// The author of the batch.
  package var author: String
  /// The author's number for the batch.
  package var count: Int
  /// The hash of the program after the batch.
  package var hash: UInt64

  package init(session: String, author: String, count: Int, hash: UInt64) {
    (self.session, self.author, self.count, self.hash) = (session, author, count, hash)
  }

  /// - Returns: nil if the JSON isn't a batch.
  init?(_ json: JSONValue?) {
    guard let json, let session = json["session"]?.string, let author = json["author"]?.string,
      let count = json["count"]?.integer, let hash = json["hash"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(session: session, author: author, count: count, hash: hash)
  }

  func write(to json: inout JSONWriter) {
    json.object("batch") { json in
      json.member("session", session)
      json.member("author", author)
      json.member("count", count)
      json.member("hash", String(hash, radix: 16))
    }
  }
}
