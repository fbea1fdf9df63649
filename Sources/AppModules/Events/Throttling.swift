extension EventStream {
  /// The stream without events that follow another one too soon. After each event that passes, those within the
  /// interval are dropped. This keeps an impatient user from opening a module twice.
  /// - Parameter now: returns the time; tests pass a clock of their own.
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
