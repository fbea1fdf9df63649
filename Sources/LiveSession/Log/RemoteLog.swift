import Glibc

/// A log on a server that several hosts share. It never waits: the host's loop polls its descriptors.
public protocol RemoteLog: ProgramLog {
  /// Is notified when the log opens, and when it can or can't be appended to.
  var delegate: (any RemoteLogDelegate)? { get set }
  /// A warning about the server, as a sentence for the host's user; nil for none.
  var warning: String? { get }
  /// Whether the receiver has got all batches that the server had at the last look.
  var isCaughtUp: Bool { get }
  /// Reads everything again, because the program differs.
  func reload()
  /// The descriptors to poll.
  var polled: [pollfd] { get }
  /// Does what can be done without waiting.
  /// - Parameter polled: the results of `poll`; descriptors of other objects are ignored.
  func handle(_ polled: [pollfd])
  /// The time at which `handleTime` has something to do; nil for never.
  var deadline: ContinuousClock.Instant? { get }
  /// Runs expired timers.
  func handleTime(_ now: ContinuousClock.Instant)
}

/// Is notified of the connection of a `RemoteLog`.
public protocol RemoteLogDelegate: AnyObject {
  /// The log's program is known. The delegate makes its host, at the number of the snapshot and with these counts, and
  /// makes it the log's receiver. The batches follow through `ProgramLogReceiver.log(didAppend:)`.
  func log(_ log: any RemoteLog, didOpen contents: LogContents)
  /// Appending to the log has become possible or impossible.
  func log(_ log: any RemoteLog, didChange state: RemoteLogState)
}

/// Whether a `RemoteLog` can be appended to.
public enum RemoteLogState: Hashable, Sendable {
  /// It is connected.
  case ready
  /// Batches wait for a connection; the reason is a clause for the user.
  case waiting(reason: String)
  /// It won't be used again; the reason is a clause for the user.
  case ended(reason: String)
}
