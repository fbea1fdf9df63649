import LiveSession

/// The last batches of a log, to compare with what Redis has, and to add them again if it has lost them.
struct BatchWindow {
  private var batches: [LoggedBatch] = []
  /// The number before the first batch.
  private var start: Int
  /// The hash of the program at that number.
  private var startHash: UInt64

  /// The number of batches to keep; older ones are dropped once there are twice as many.
  private let size: Int

  init(after number: Int, hash: UInt64, size: Int) { (start, startHash, self.size) = (number, hash, size) }

  var all: [LoggedBatch] { batches }

  /// The number of the last batch.
  var last: Int { start + batches.count }

  mutating func add(_ batch: LoggedBatch) {
    batches.append(batch)
    guard batches.count > 2 * size else { return }
    let dropped = batches.count - size
    startHash = batches[dropped - 1].hash
    start += dropped
    batches.removeFirst(dropped)
  }

  /// Returns the batches with higher numbers; nil if some of them were dropped.
  func batches(after number: Int) -> [LoggedBatch]? {
    number < start || number > last ? nil : Array(batches[(number - start)...])
  }

  /// The hash of the program at a number; nil if it is no longer known.
  func hash(at number: Int) -> UInt64? {
    if number == start { return startHash }
    return number > start && number <= last ? batches[number - start - 1].hash : nil
  }

  /// Whether a batch of the log equals the one with its number here.
  func has(_ batch: LoggedBatch) -> Bool {
    if batch.number == start { return batch.hash == startHash }
    return batch.number > start && batch.number <= last && batches[batch.number - start - 1].isSame(as: batch)
  }
}

/// Identifies a batch.
struct BatchID: Hashable {
  var author: String
  var count: Int

  init(_ batch: Batch) { (author, count) = (batch.author, batch.count) }
}

extension LoggedBatch {
  func isSame(as other: LoggedBatch) -> Bool {
    number == other.number && hash == other.hash && BatchID(batch) == BatchID(other.batch)
  }
}
