/// The authors that a host knows, with their secrets and the progress of their batches.
struct Authors {
  /// An author.
  struct Record {
    /// The secret of the last accepted “hello”; nil if it had none, or the author hasn't joined since the host started.
    var secret: String?
    /// The highest count of a received batch.
    var count = 0
    /// The highest count of a batch that is in the log, or refused.
    var settledCount = 0
    /// The last refused batches, whose answers the author may not have got.
    var refusals: [(count: Int, reason: String)] = []

    fileprivate var hasBatches: Bool { count > 0 || settledCount > 0 }
  }

  private var records: [String: Record] = [:]
  /// The maximum number of authors, so that invented ones can't fill the memory.
  private static let limit = 10_000
  /// The maximum number of refusals that are kept for an author.
  private static let refusalLimit = 200

  /// - Parameter counts: the highest counts of the batches in the log.
  init(counts: [String: Int]) {
    records = counts.mapValues { Record(count: $0, settledCount: $0) }
  }

  /// An author's record; an empty one if the author is unknown.
  subscript(author: String) -> Record { records[author] ?? Record() }

  /// Notes an author's secret, and forgets other authors if there are too many.
  /// - Parameter present: the authors that are connected.
  mutating func enter(_ author: String, secret: String?, present: Set<String>) {
    records[author, default: Record()].secret = secret
    guard records.count > 2 * Self.limit else { return }
    for (other, record) in records where !present.contains(other) && !record.hasBatches { records[other] = nil }
    for other in records.keys where !present.contains(other) && other != author && records.count > Self.limit {
      records[other] = nil
    }
  }

  /// Notes that a batch was received.
  mutating func receive(_ batch: Batch) { records[batch.author, default: Record()].count = batch.count }

  /// Notes that the batches up to a count are in the log, or refused.
  mutating func settle(_ author: String, _ count: Int) {
    var record = records[author] ?? Record()
    (record.settledCount, record.count) = (max(record.settledCount, count), max(record.count, count))
    records[author] = record
  }

  /// Notes that a batch was refused.
  mutating func refuse(_ batch: Batch, _ reason: String) {
    settle(batch.author, batch.count)
    records[batch.author]?.refusals.append((batch.count, reason))
    if self[batch.author].refusals.count > Self.refusalLimit { records[batch.author]?.refusals.removeFirst() }
  }
}
