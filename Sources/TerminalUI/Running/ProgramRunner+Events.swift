import BlockLayout
import ProgramRunning
import Workbench

extension ProgramRunner {
  /// Shows what an event of a run has changed.
  func show(_ news: RunNews, of run: ProgramRun) {
    if run !== last { return }
    switch news.event {
    case .progress:
      // The cursor follows slow motion until a key is pressed.
      if run.state != nil, shownMessageTime != nil, let id = run.litBlockID { goTo(id, in: run.program) }
    case .stopped(_, let atBreakpoint, let problem): reportStop(run, atBreakpoint: atBreakpoint, problem: problem)
    case .failed: break
    case .ended: reportEnd(run)
    }
    if run.isAsking || !run.isRunning { (isAwaited, orderTime) = (false, nil) }
    if news.beginsToAsk {
      showStatus(run.question)
      emitter.emit(.asked)
      if !screen.parts.showsOutput { open(.output(takesKeys: screen.modes.hasOnlyCanvas)) }
    } else if news.beginsToDropSteps {
      showStatus("running · the recording is full: the oldest steps are dropped from now on")
    } else if run.isRunning {
      reportOutput(run)
    }
  }

  /// The minimum time between two messages about output.
  private static let outputInterval = Duration.seconds(1)

  /// Shows the last line of the output, as long as the status line shows nothing else.
  private func reportOutput(_ run: ProgramRun) {
    guard let time = shownMessageTime, now() - time >= Self.outputInterval, !run.output.isEmpty else { return }
    showStatus("running · \(quoted: run.output.lastText)")
  }

  /// Moves the cursor to a block, unless the user is doing something else.
  func goTo(_ blockID: String, in program: OpenProgram) {
    guard program === programs.shown, isCursorFree else { return }
    program.workbench.perform(.focus(.block(id: blockID)))
  }

  private func reportStop(_ run: ProgramRun, atBreakpoint: Bool, problem: String?) {
    goToLitBlock(of: run)
    var parts = stopParts(of: run)
    if atBreakpoint { parts[0] = "breakpoint; \(parts[0])" }
    if let problem { parts.insert("the condition of this breakpoint failed: \(problem)", at: 0) }
    if run.isFirstStop, !screen.theme.isPlain { parts += keyNotes }
    showStatus(parts, of: run)
    emitter.emit(.stopped)
  }

  /// The keys for continuing.
  private var keyNotes: [String] {
    let keys = ["run", "step-over"].compactMap { CanvasMode.canvasCommands.command(named: $0)?.keys.first }
    return keys.count < 2 ? [] : ["\(KeyText.short(keys[0])) goes on, \(KeyText.short(keys[1])) steps"]
  }

  /// Returns the parts of the status message about a stopped program.
  func stopParts(of run: ProgramRun) -> [String] { [nextStatement(of: run)] + changes(of: run) }

  /// The statement that runs next.
  func nextStatement(of run: ProgramRun) -> String {
    guard let entry = run.traceback?.entries.first else { return "next: a block that is gone" }
    let statement = run.returnedBlock.map { "return \(text(of: $0))" } ?? "‘\(entry.text)’"
    return "next: \(statement)" + (entry.function.map { " in “\($0)”" } ?? "")
  }

  /// Returns some of the variables that have changed; at the first stop, some of those that have values.
  func changes(of run: ProgramRun) -> [String] {
    let isFirst = run.isFirstStop
    let variables = run.variables.filter { isFirst ? $0.value != ProgramRun.nothing : run.isChanged($0) }
    return variables.prefix(3).map { "\($0.name) = \($0.value)" }
  }

  func showStatus(_ parts: [String], of run: ProgramRun) {
    let version = run.isOlder ? "an older version" : nil
    let name = run.program === programs.shown ? nil : run.program.name
    showStatus((parts + [version, name].compactMap(\.self)).joined(separator: " · "))
  }

  private func reportEnd(_ run: ProgramRun) {
    goToLitBlock(of: run)
    showStatus(endParts(of: run), of: run)
    emitter.emit(.ended)
  }

  /// Moves the cursor to where the program is stopped or failed.
  func goToLitBlock(of run: ProgramRun) {
    let id =
      run.isStopped
      ? run.litBlockID : run.isStoppedByUser ? nil : run.error.flatMap { _ in run.traceback?.entries.first?.blockID }
    if let id { goTo(id, in: run.program) }
  }

  /// Returns the parts of the status message about a program that has ended.
  func endParts(of run: ProgramRun) -> [String] {
    guard case .ended(let end) = run.phase else { return [] }
    let dropped = [run.droppedSteps].compactMap(\.self)
    if let error = run.error, !run.isStoppedByUser {
      let traceback = run.traceback
      let words = (traceback?.entries.indices ?? 0..<0).prefix(3).compactMap { traceback?.words($0) }
      return [([error.message] + words).joined(separator: ", ").replacing(", at ", with: " at ")] + dropped
    }
    let lastLine = "last line: \(quoted: run.output.lastText)"
    return [
      Self.words(for: end, isStoppedByUser: run.isStoppedByUser),
      run.output.isEmpty ? "nothing was printed" : screen.theme.isPlain ? run.lastLines : lastLine,
    ] + dropped
  }

  /// Returns a note, once, if an older version of the shown program is running, or if its past is no longer shown.
  /// - Returns: nil if there is nothing to report.
  func noteOnVersion() -> String? {
    let notes = [leavePastIfChanged(), noteOnOlder()].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: " · ")
  }

  private func noteOnOlder() -> String? {
    guard let run = shownActive, run.isOlder != hasReportedChange else { return nil }
    hasReportedChange = run.isOlder
    return run.isOlder ? "an older version is running" : nil
  }

  /// Returns the text for the end of a run.
  static func words(for end: RunEnd, isStoppedByUser: Bool) -> String {
    if isStoppedByUser { return "the program was stopped" }
    switch end {
    case .exited(0): return "ended"
    case .exited(let code): return "ended with status \(code)"
    case .signalled(let number): return "ended by signal \(number)"
    case .notStarted(let code): return RunProblem(code: code).description
    case .reachedTimeLimit, .reachedOutputLimit, .reachedMemoryLimit: return "ended at a limit"
    }
  }
}

/// The events of running programs.
nonisolated enum RunningEvent: Equatable {
  case status(String)
  case open(Route)
  /// The program asks for input.
  case asked
  /// The program waits for an order.
  case stopped
  case ended
}

// Separate from the declaration: otherwise the optimizing compiler treats the cases as those of a main-actor enum.
nonisolated extension RunningEvent: RoutingEvent {}
