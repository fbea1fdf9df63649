/// A log of one host, in memory. `keep` stores its batches durably.
public final class MemoryLog: ProgramLog {
  public weak var receiver: (any ProgramLogReceiver)?
  private var batches: [LoggedBatch]
  /// The number of the batch before the first one that is kept.
  private var start = 0
  /// The minimum number of batches in memory: a client that has missed more gets a snapshot.
  private static let limit = 20_000
  private let keep: (LoggedBatch) -> Void

  /// - Parameters:
  ///   - batches: the log's batches so far, from its first one.
  ///   - keep: stores a batch where it survives the process.
  public init(
    _ batches: [LoggedBatch] = [], keep: @escaping (LoggedBatch) -> Void = { _ in }
  ) {
    (self.batches, self.keep) = (batches, keep)
  }

  public func append(_ batch: LoggedBatch) {
    keep(batch)
    batches.append(batch)
    if batches.count > 2 * Self.limit {
      batches.removeFirst(Self.limit)
      start += Self.limit
    }
    receiver?.log(didAppend: batch)
  }

  public func read(since number: Int) -> [LoggedBatch]? {
    number < start || number > start + batches.count ? nil : Array(batches[(number - start)...])
  }
}
