import BlockEvents
import Workbench

// Batches that are in the log, of this host and of others.
extension LiveHost {
  public func log(didAppend batch: LoggedBatch) {
    guard !isDiffering, batch.number == number + 1 else { return }
    if let own = appending.first, own.logged.batch.author == batch.batch.author,
      own.logged.batch.count == batch.batch.count, own.logged.hash == batch.hash
    {
      appending.removeFirst()
      number += 1
      announce(batch, sent: own.sent)
    } else {
      applyOthers(batch)
    }
    appendNext()
  }

  public func logDidRefuse(_ batch: LoggedBatch) {
    // Another host was first. Its batch arrives through `log(didAppend:)`.
  }

  /// Applies another host's batch before those that are being appended, which are then appended again: at once, or when
  /// the log was read again if the program differs from it.
  private func applyOthers(_ batch: LoggedBatch) {
    let own = appending.map(\.sent)
    do throws(EventError) {
      try revertAppending()
      _ = try program.apply(batch)
    } catch {
      appending = []
      submit(own, insteadOf: [])
      isDiffering = true
      whenDiffering?("the number \(batch.number) can’t be applied: \(error)")
      return
    }
    number += 1
    submit(own, insteadOf: [batch])
    isDiffering = program.hash != batch.hash
    if isDiffering { whenDiffering?("the hash differs after \(number)") }
    announce(batch, sent: nil)
  }

  /// Makes the program equal to the log's.
  func revertAppending() throws(EventError) {
    while let own = appending.popLast() { try program.revert(own.events) }
  }

  private func announce(_ batch: LoggedBatch, sent: Submission?) {
    settle(batch.batch)
    let isAsSent = sent.map { !$0.wasLogged && $0.batch.text == batch.batch.text } ?? false
    var line: [UInt8]?
    for member in members.values {
      if isAsSent, member.hasSent(batch.batch) {
        member.send(.confirmed(number: batch.number, count: batch.batch.count, hash: batch.hash))
      } else {
        let applied = line ?? HostMessage.applied(batch).line
        line = applied
        member.send(line: applied)
      }
    }
  }
}
