import Glibc
import Workbench

/// Waits until a log on a server is open, and hears of its state from then on.
final class LogOpening: RemoteLogDelegate {
  private let log: any RemoteLog
  /// Called once with what the log has, before its batches.
  var whenOpened: ((LogContents) -> Void)?
  private var state = RemoteLogState.waiting(reason: "it hasn’t answered")
  /// Called when appending becomes possible or impossible.
  var whenChanged: ((RemoteLogState) -> Void)?

  /// How long the server may take.
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
    try turn(name) { state == .ready && log.isCaughtUp }
  }

  private func turn(_ name: String, until isDone: () -> Bool) throws(OpenError) {
    let end = ContinuousClock.now + Self.timeout
    while !isDone() {
      if case .ended(let reason) = state { throw OpenError("\(name): the log can’t be used: \(reason)") }
      let now = ContinuousClock.now
      if now >= end {
        let reason: String = if case .waiting(let reason) = state { reason } else { "it hasn’t answered" }
        throw OpenError("\(name): the log’s server can’t be reached: \(reason)")
      }
      var polled = log.polled
      let next = min(end, log.deadline ?? end)
      _ = poll(&polled, nfds_t(polled.count), Int32(max(0, now.duration(to: next) / .milliseconds(1)).rounded(.up)))
      log.handle(polled)
      log.handleTime(.now)
    }
  }
}
