import BlockEvents

/// The time limit of a merge, so that git doesn't wait forever.
struct MergeDeadline {
  private let limit: Duration
  private let end: ContinuousClock.Instant

  init(_ limit: Duration) { (self.limit, end) = (limit, .now + limit) }

  /// - Throws: `EventError` after the deadline.
  func check() throws(EventError) {
    if ContinuousClock.now > end { throw EventError("merging takes longer than \(limit.components.seconds) seconds") }
  }
}
