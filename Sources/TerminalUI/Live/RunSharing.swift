import LiveSession

/// Shows the user's runs to the others of a session: new output and the lit block, at most five times a second.
struct RunSharing {
  /// Whether sharing is on.
  private(set) var isOn = false
  /// The part that was sent last; nil if none was.
  private var said: SharedRun?
  private var time: ContinuousClock.Instant?

  private static let interval = Duration.milliseconds(200)

  /// Turns sharing on or off.
  /// - Returns: whether the others must be notified that no run is shown any longer.
  mutating func toggle() -> Bool {
    isOn.toggle()
    defer { said = nil }
    return said != nil
  }

  /// Starts over on a new connection, on which nothing was sent.
  mutating func beginAgain() { said = nil }

  /// The part of a run to send: none, one now, or one after a delay.
  enum Part {
    case nothing
    case now(SharedRun)
    case later(Duration)
  }

  /// Returns the part of a run to send at a time.
  mutating func part(of run: ProgramRun?, at now: ContinuousClock.Instant) -> Part {
    guard isOn, let run, let next = next(of: run) else { return .nothing }
    if let time, now < time + Self.interval { return .later(now.duration(to: time + Self.interval)) }
    (said, time) = (next, now)
    return .now(next)
  }

  /// - Returns: nil if nothing has changed since the last part.
  private func next(of run: ProgramRun) -> SharedRun? {
    let (lines, dropped) = (run.presentOutput.lines, run.presentOutput.droppedCount)
    let said = said.flatMap { $0.number == run.number ? $0 : nil }
    // The last line may have grown.
    let open = said.map { max(0, $0.firstLine + $0.lines.count - 1 - dropped) } ?? 0
    let start = max(min(open, lines.count - 1), lines.count - SharedRun.mostLines)
    let next = SharedRun(
      number: run.number, firstLine: dropped + start, lines: Array(lines[start...]), blockID: run.presentBlockID,
      state: run.presentSummary)
    guard let said else { return next }
    let isSame =
      next.lines.count == 1 && next.lines.last == said.lines.last && next.blockID == said.blockID
      && next.state == said.state
    return isSame ? nil : next
  }
}
