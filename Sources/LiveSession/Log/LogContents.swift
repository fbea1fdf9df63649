import Markup

/// The contents of a log: a snapshot, and the batches after it.
public struct LogContents: Sendable {
  /// Identifies the log.
  public var session: String
  /// The program at some number.
  public var snapshot: ProgramSnapshot
  /// The highest counts of the authors whose batches are in the snapshot.
  public var counts: [String: Int]
  /// The batches after the snapshot, without a gap.
  public var batches: [LoggedBatch] = []

  /// - Parameter counts: the highest counts of the authors whose batches are in the snapshot.
  public init(session: String, snapshot: ProgramSnapshot, counts: [String: Int]) {
    (self.session, self.snapshot, self.counts) = (session, snapshot, counts)
  }
}

extension LogContents {
  /// The snapshot with its counts as JSON, for a log that keeps it.
  package var snapshotLine: [UInt8] {
    JSONWriter.line { json in
      snapshot.write(to: &json)
      json.object("counts") { json in for (author, count) in counts { json.member(author, count) } }
    }
  }

  /// Reads `snapshotLine`.
  /// - Throws: `MessageError` if the line isn't one.
  package init(session: String, snapshotLine line: [UInt8]) throws(MessageError) {
    let json = try JSONValue(message: line)
    guard let snapshot = ProgramSnapshot(json) else { throw MessageError("the snapshot lacks a member") }
    var counts: [String: Int] = [:]
    if let members = json["counts"]?.members { for (author, count) in members { counts[author] = count.count } }
    self.init(session: session, snapshot: snapshot, counts: counts)
  }
}
