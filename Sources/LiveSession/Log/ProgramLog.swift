import Markup

/// The numbered log of a program's batches, on which all hosts of the program agree.
public protocol ProgramLog: AnyObject {
  /// Receives the batches that other hosts append, and the results of `append`.
  var receiver: (any ProgramLogReceiver)? { get set }

  /// Appends a batch if the log's last number is one less than its own. `ProgramLogReceiver` gets the result: once
  /// appended, the batch is on the disk.
  func append(_ batch: LoggedBatch)

  /// Reads the batches with higher numbers.
  /// - Returns: nil if they are no longer kept, so that a snapshot is needed.
  func read(since number: Int) -> [LoggedBatch]?

  /// Sends a message that isn't in the log, such as a person's place or a chat line, to the program's other hosts.
  func publish(_ message: HostMessage)
}

extension ProgramLog {
  /// Does nothing, for a log without other hosts.
  public func publish(_ message: HostMessage) {}
}

/// The receiver of a log's batches and messages: a host.
public protocol ProgramLogReceiver: AnyObject {
  /// A batch is in the log: one that this host appended, or another host's.
  func log(didAppend batch: LoggedBatch)
  /// A batch could not be appended: another one has its number, which `log(didAppend:)` reports.
  func logDidRefuse(_ batch: LoggedBatch)
  /// The log's batches were replaced: its server has lost some, and other hosts were first to append.
  /// - Parameter lost: the batches that are no longer in it, to be appended again.
  func log(didReplaceWith contents: LogContents, lost: [LoggedBatch])
  /// Another host has published a message.
  func log(didHear message: HostMessage)
  /// The program at the number of the last batch that `log(didAppend:)` has reported.
  func snapshotForLog() -> ProgramSnapshot
}
