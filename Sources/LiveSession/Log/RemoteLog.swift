import Glibc

/// A log on a server that several hosts share. It never waits: the host's loop polls its descriptors.
public protocol RemoteLog: ProgramLog {
  /// Hears when the log is open, and why nothing can be appended.
  var delegate: (any RemoteLogDelegate)? { get set }
  /// A warning about the server, as a sentence for the host's user; nil for none.
  var warning: String? { get }
  /// Whether the receiver has heard of all batches that the server had when it was looked at last.
  var isCaughtUp: Bool { get }
  /// Reads everything anew, because the program differs.
  func reload()
  /// What to poll.
  var polled: [pollfd] { get }
  /// Does what can be done without waiting.
  /// - Parameter polled: with what `poll` has found; others' descriptors are ignored.
  func handle(_ polled: [pollfd])
  /// When `handleTime` has something to do; nil for never.
  var deadline: ContinuousClock.Instant? { get }
  /// Does what is due at this time.
  func handleTime(_ now: ContinuousClock.Instant)
}

/// Hears about the connection of a `RemoteLog`.
public protocol RemoteLogDelegate: AnyObject {
  /// The log's program is known. Make its host, which becomes the log's receiver: at the number of the snapshot, with
  /// these counts. It hears of the batches by `ProgramLogReceiver.log(didAppend:)`.
  func log(_ log: any RemoteLog, didOpen contents: LogContents)
  /// The log can be appended to, or no longer.
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
