import MortiseScreen
import ProgramRunning
import Workbench

/// Reading a run backwards, through the moments of its recording.
extension ProgramRunner {
  /// Why the past of the shown program can't be read; nil if it can.
  var refusalToLookBack: String? {
    guard let run = shownRun else {
      return last == nil ? Self.noRun : "this program was not the last one to run"
    }
    if run.isRunning { return Self.isAtWork }
    guard let recording = run.recording else { return run.causeOfNoRecording }
    return recording.stepCount == 0 ? "nothing was recorded, as no statement ran" : nil
  }

  /// Why a move is impossible; nil if it is possible.
  func refusal(of move: RecordedMove) -> String? {
    if let reason = refusalToLookBack { return reason }
    if case .refused(let reason)? = shownRun?.destination(of: move, statement: statement) { return reason }
    return nil
  }

  func perform(_ move: RecordedMove) {
    if case .step(let step)? = shownRun?.destination(of: move, statement: statement) { go(toStep: step) }
  }

  /// Shows the moment before a step; shows the present if the step isn't in the past.
  /// - Parameter note: a description of the step; nil for none.
  func go(toStep step: Int, note: String? = nil) {
    guard let run = shownRun, let recording = run.recording, !run.isRunning else { return }
    if step >= run.presentStep { return returnToPresent(run) }
    run.showPast(before: step)
    // The user wants to move there, even while a window is open.
    if let id = run.litBlockID, !workbench.state.isPreviewing { workbench.perform(.focus(.block(id: id))) }
    let position = "\(run.summary): " + (note.map { "\($0) · " } ?? "") + nextStatement(of: run)
    let dropped = step <= recording.firstStep ? run.droppedSteps : nil
    showStatus([position] + changes(of: run) + [dropped].compactMap(\.self), of: run)
  }

  /// Shows the present again.
  func returnToPresent(_ run: ProgramRun) {
    run.past = nil
    let parts = run.isStopped ? stopParts(of: run) : endParts(of: run)
    goToLitBlock(of: run)
    showStatus(["the present: \(parts.first ?? "")"] + parts.dropFirst(), of: run)
  }

  /// Leaves the past once the program has changed or another one is shown.
  /// - Returns: a message about it; nil if there is nothing to report.
  func leavePastIfChanged() -> String? {
    guard let run = last, let past = run.past else { return nil }
    let isShown = run.program === programs.shown
    let version = run.program.version
    if isShown, past.version == version { return nil }
    run.past = nil
    if !isShown { return nil }
    return past.version.others == version.others
      ? "back in the present" : "another user changed the program: back in the present"
  }

  /// Moves to the statement that wrote a line.
  /// - Parameter line: its number among all lines of the output, from 0.
  func go(toOutputLine line: Int) {
    guard let step = shownRun?.recording?.step(ofOutputLine: line) else { return }
    go(toStep: step, note: "writes line \(line + 1)")
  }

  /// Why the statement that wrote a line can't be shown; nil if it can.
  func refusalToGo(toOutputLine line: Int) -> String? {
    if let reason = refusalToLookBack { return reason }
    return shownRun?.recording?.step(ofOutputLine: line) == nil
      ? "the step that wrote this line is not recorded" : nil
  }

  /// Moves to the last change of a variable before the shown moment.
  func go(toChangeOf name: String) {
    if let reason = refusalToLookBack { return showStatus(reason) }
    guard let run = shownRun, let recording = run.recording else { return }
    guard let change = recording.lastChange(ofVariable: name, before: run.step), change.step >= 0 else {
      return showStatus(
        run.droppedSteps.map { "no change of \(name) is recorded: \($0)" } ?? "\(name) was not set before")
    }
    go(toStep: change.step, note: "\(name) becomes \(ProgramRun.words(change.words))")
  }
}
