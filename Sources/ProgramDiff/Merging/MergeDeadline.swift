import BlockEvents

/// When a merge gives up, so that git doesn't wait for it for ever.
struct MergeDeadline {
  private let limit: Duration
  private let end: ContinuousClock.Instant

  init(_ limit: Duration) { (self.limit, end) = (limit, .now + limit) }

  /// - Throws: `EventError` if the time is over.
  func check() throws(EventError) {
    if ContinuousClock.now > end { throw EventError("merging takes longer than \(limit.components.seconds) seconds") }
  }
}
