import BlockModel

/// The values of blocks and watches at the shown moment.
extension RunController {
  /// Whether the values of blocks are recorded.
  package var hasValues: Bool { recording?.hasValues == true }

  /// The first steps of the calls that are active at the shown moment, by function; of several calls of a function,
  /// that of the last one.
  package var callStarts: [Int: Int] {
    let calls = recording?.calls(at: step) ?? []
    return Dictionary(calls.map { ($0.function, $0.start) }, uniquingKeysWith: max)
  }

  /// Returns the last value of a block at the shown moment; nil if it has none yet, or none in the present call of
  /// its function.
  /// - Parameter starts: `callStarts`.
  package func value(ofBlock id: String, _ starts: [Int: Int]) -> (value: RunValue, words: String)? {
    let number = plan.numbers.number(of: id)
    guard let found = recording?.value(ofBlock: number, at: step),
      found.step >= starts[plan.function(around: number)] ?? 0
    else { return nil }
    return (found.value, Self.words(found.words))
  }

  /// The recording if a moment is shown. At full speed none is, as each key would find another one.
  private var shownRecording: RunRecording? { state != nil || !isRunning ? recording : nil }

  /// Returns the values of watches at the shown moment; nil if no moment is shown.
  package func values(of watches: Watches) -> [WatchedLines.Watched]? {
    guard let recording = shownRecording else { return nil }
    if watches.lines.isEmpty { return [] }
    let version = program.version
    let lines: WatchedLines
    if let watched, watched.watches == watches, watched.version == version {
      if let watchedValues, watchedValues.step == step { return watchedValues.values }
      lines = watched.lines
    } else {
      lines = WatchedLines(watches, for: program.workspace, library: program.notation, plan: plan)
      watched = (watches, version, lines)
    }
    let values = lines.values(in: recording, at: step)
    watchedValues = (step, values)
    return values
  }

  /// Returns the value of a line at the shown moment, or why it has none, as text; nil if no moment is shown.
  package func value(ofLine line: String) -> String? {
    guard let recording = shownRecording else { return nil }
    var watches = Watches()
    watches.add(line)
    let lines = WatchedLines(watches, for: program.workspace, library: program.notation, plan: plan)
    return lines.values(in: recording, at: step).first.map { Self.words($0.words) }
  }

  /// The coverage up to the shown moment, calculated once for each moment; nil if nothing was recorded.
  package var coverage: RunCoverage? {
    guard let recording else { return nil }
    let (step, isFinal) = (step, !isActive && past == nil)
    if let counted, counted.step == step, counted.coverage.isFinal == isFinal { return counted.coverage }
    let coverage = RunCoverage(numbers: plan.numbers, counts: recording.visitCounts(before: step), isFinal: isFinal)
    counted = (step, coverage)
    return coverage
  }
}
