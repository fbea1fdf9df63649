import Glibc
import Workbench

/// Waits until a log on a server is open, and is notified of its state from then on.
final class LogOpening: RemoteLogDelegate {
  private let log: any RemoteLog
  /// Called once with the log's contents, before its batches.
  var whenOpened: ((LogContents) -> Void)?
  private(set) var state = RemoteLogState.waiting(reason: "it hasn’t answered")
  /// Called when appending becomes possible or impossible.
  var whenChanged: ((RemoteLogState) -> Void)?

  /// The time limit for the server.
  private static let timeout = Duration.seconds(20)

  init(_ log: any RemoteLog) {
    self.log = log
    log.delegate = self
  }

  func log(_ log: any RemoteLog, didOpen contents: LogContents) { whenOpened?(contents) }

  func log(_ log: any RemoteLog, didChange state: RemoteLogState) {
    self.state = state
    whenChanged?(state)
  }

  /// - Throws: `OpenError` if the log can't be read in time.
  func awaitReadiness(_ name: String) throws(OpenError) {
    wait(atMost: Self.timeout, endsOnSignal: true) { state == .ready && log.isCaughtUp }
    if ServerSignals.hasArrived { throw OpenError("\(name): given up while waiting for the log’s server") }
    switch state {
    case .ended(let reason): throw OpenError("\(name): the log can’t be used: \(reason)")
    case .ready where log.isCaughtUp: break
    case .waiting(let reason): throw OpenError("\(name): the log’s server can’t be reached: \(reason)")
    case .ready: throw OpenError("\(name): the log’s server can’t be reached: it hasn’t answered")
    }
  }

  /// Waits until a condition is true, the log has ended, or the time is over.
  /// - Parameter endsOnSignal: whether a signal that ends the server ends the wait.
  func wait(atMost time: Duration, endsOnSignal: Bool = false, until isDone: () -> Bool) {
    let end = ContinuousClock.now + time
    while !isDone() {
      let now = ContinuousClock.now
      if case .ended = state { return }
      if now >= end || endsOnSignal && ServerSignals.hasArrived { return }
      var polled = log.polled
      if endsOnSignal, let signals = ServerSignals.pollfd { polled.append(signals) }
      let next = min(end, log.deadline ?? end)
      _ = poll(&polled, nfds_t(polled.count), Int32(max(0, now.duration(to: next) / .milliseconds(1)).rounded(.up)))
      log.handle(polled)
      log.handleTime(.now)
    }
  }
}
