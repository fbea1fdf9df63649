import LiveSession

/// Shows the user's runs to the others of a session: what is new of the output and the lit block, at most five times a
/// second.
struct RunSharing {
  /// Whether the user wants that.
  private(set) var isOn = false
  /// What was said last, with all of its lines; nil for nothing.
  private var said: SharedRun?
  private var time: ContinuousClock.Instant?

  private static let interval = Duration.milliseconds(200)

  /// - Returns: whether the others must be told that nothing is shown any longer.
  mutating func toggle() -> Bool {
    isOn.toggle()
    defer { said = nil }
    return said != nil
  }

  /// The connection is a new one, on which nothing was said.
  mutating func beginAgain() { said = nil }

  /// What is to be said.
  enum Part {
    case nothing
    case now(SharedRun)
    case later(Duration)
  }

  /// What is to be said of a run.
  mutating func part(of run: ProgramRun?, at now: ContinuousClock.Instant) -> Part {
    guard isOn, let run, let next = next(of: run) else { return .nothing }
    if let time, now < time + Self.interval { return .later(now.duration(to: time + Self.interval)) }
    (said, time) = (next, now)
    return .now(next)
  }

  /// - Returns: nil if there is nothing new.
  private func next(of run: ProgramRun) -> SharedRun? {
    let (lines, dropped) = (run.presentOutput.lines, run.presentOutput.droppedCount)
    let said = said.flatMap { $0.number == run.number ? $0 : nil }
    // The line that was the last one may have grown.
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
