import Markup

/// The numbered log of a program's batches, on which all hosts of the program agree.
public protocol ProgramLog: AnyObject {
  /// Receives what others append, and the results of `append`.
  var receiver: (any ProgramLogReceiver)? { get set }

  /// Appends a batch if the log's last number is one less than its own. `ProgramLogReceiver` hears the result: once
  /// appended, the batch is on the disk.
  func append(_ batch: LoggedBatch)

  /// Reads the batches with higher numbers.
  /// - Returns: nil if they are no longer kept, so that a snapshot is needed.
  func read(since number: Int) -> [LoggedBatch]?
}

/// What a host hears from a log.
public protocol ProgramLogReceiver: AnyObject {
  /// A batch is in the log: one that was to be appended, or another host's.
  func log(didAppend batch: LoggedBatch)
  /// A batch could not be appended: another one has its number, which `log(didAppend:)` reports.
  func logDidRefuse(_ batch: LoggedBatch)
}
