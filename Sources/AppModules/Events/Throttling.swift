extension EventStream {
  /// The stream without the events that follow another one too soon. The first event passes; then those are left out that
  /// come before the interval is over. It keeps an impatient user from opening a module twice.
  /// - Parameter now: the time; a test has a clock of its own.
  public func throttled(
    to interval: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }
  ) -> EventStream {
    filteredPerObserver {
      var last: ContinuousClock.Instant?
      return { _ in
        let time = now()
        if let last, time - last < interval { return false }
        last = time
        return true
      }
    }
  }
}
