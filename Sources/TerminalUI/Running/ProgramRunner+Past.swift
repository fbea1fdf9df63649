import MortiseScreen
import ProgramRunning
import Workbench

/// Reading a run backwards, through the moments of its recording.
extension ProgramRunner {
  /// The destination of a request in the recording of the run.
  private enum Target {
    case step(Int)
    case refused(String)

    init(_ step: Int?, else reason: String) { self = step.map(Target.step) ?? .refused(reason) }
  }

  /// Why the past of the shown program can't be read; nil if it can.
  var refusalToLookBack: String? {
    guard let run = shownRun else {
      return last == nil ? Self.noRun : "this program was not the last one to run"
    }
    if run.isRunning { return Self.isAtWork }
    guard let recording = run.recording else { return run.causeOfNoRecording }
    return recording.stepCount == 0 ? "nothing was recorded, as no statement ran" : nil
  }

  /// Why a request that moves in the recording can't be met; nil if it can.
  func refusalToGo(by request: RunRequest) -> String? {
    if let reason = refusalToLookBack { return reason }
    if case .refused(let reason)? = target(of: request) { return reason }
    return nil
  }

  /// Performs a request that moves in the recording.
  func go(by request: RunRequest) {
    if case .step(let step)? = target(of: request) { go(toStep: step) }
  }

  private func target(of request: RunRequest) -> Target? {
    guard let run = shownRun, let recording = run.recording else { return nil }
    let (now, first) = (run.step, recording.firstStep)
    let beginning = "this is the first step" + (droppedSteps(of: run).map { " that is kept: \($0)" } ?? "")
    switch request {
    case .stepBack: return Target(recording.stepBack(from: now), else: beginning)
    case .backOver: return Target(recording.overBack(from: now), else: beginning)
    case .backOut:
      return Target(
        recording.outBack(from: now),
        else: recording.depth(at: now) == 0 ? "the program is in no function here" : beginning)
    case .into: return .step(now + 1)
    case .over: return .step(recording.stepOver(from: now) ?? run.presentStep)
    case .out:
      if recording.depth(at: now) == 0 { return .refused("the program is in no function here") }
      return .step(recording.stepOut(from: now) ?? run.presentStep)
    case .firstStep: return now == first ? .refused(beginning) : .step(first)
    case .lastStep:
      let last = recording.stepCount - 1
      return now >= last ? .refused("this is the last step") : .step(last)
    case .previousVisit, .toCursor:
      guard let statement else { return .refused("there is no block here") }
      let number = run.plan.numbers.number(of: statement.id)
      if number == 0 { return .refused("this block is not in the version that ran") }
      if request == .toCursor {
        return Target(
          recording.nextStep(after: now, in: number...number), else: "this block doesn’t run again up to the present")
      }
      return Target(recording.previousStep(before: now, in: number...number), else: "this block did not run before")
    default: return nil
    }
  }

  /// Shows the moment before a step; shows the present if the step isn't in the past.
  /// - Parameter note: a description of the step; nil for none.
  func go(toStep step: Int, note: String? = nil) {
    guard let run = shownRun, let recording = run.recording, !run.isRunning else { return }
    if step >= run.presentStep { return returnToPresent(run) }
    run.past = RunPast(recording, before: max(step, recording.firstStep), version: workbench.history.version)
    // The user wants to move there, even while a window is open.
    if let id = run.litBlockID, !workbench.state.isPreviewing { workbench.perform(.focus(.block(id: id))) }
    let position = "\(run.summary): " + (note.map { "\($0) · " } ?? "") + nextStatement(of: run)
    let dropped = step <= recording.firstStep ? droppedSteps(of: run) : nil
    showStatus([position] + changes(of: run) + [dropped].compactMap(\.self), of: run)
  }

  /// Returns a clause about the steps that the recording has dropped; nil if it has all of them.
  func droppedSteps(of run: ProgramRun) -> String? {
    guard let first = run.recording?.firstStep, first > 0 else { return nil }
    return "the first \(first.grouped) steps were dropped"
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
    let version = run.program.workbench.history.version
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
        droppedSteps(of: run).map { "no change of \(name) is recorded: \($0)" } ?? "\(name) was not set before")
    }
    go(toStep: change.step, note: "\(name) becomes \(ProgramRun.words(change.words))")
  }
}

/// A moment of a run that is shown in place of the present: before one of its steps.
struct RunPast {
  /// The number of the step, from 0.
  let step: Int
  /// The number of recorded steps, including those that were dropped since.
  let stepCount: Int
  let state: RunState
  /// The state of the program a step before; nil at the first step that is kept.
  let before: RunState?
  /// The output up to this moment.
  let output: OutputLines
  /// The state of the history when the moment was first shown: a change of the program leads back to the present.
  let version: UndoHistory.Version

  init(_ recording: RunRecording, before step: Int, version: UndoHistory.Version) {
    (self.step, self.version) = (step, version)
    stepCount = recording.stepCount
    state = recording.state(at: step)
    before = step > recording.firstStep ? recording.state(at: step - 1) : nil
    output = recording.output(before: step)
  }

  /// The name of the moment.
  var position: String { "past, step \((step + 1).grouped) of \(stepCount.grouped)" }
}

extension ProgramRun {
  /// The recording of the run; nil if there is none, or if it is broken.
  var recording: RunRecording? { session?.recording.flatMap { $0.isBroken ? nil : $0 } }

  /// Why there is no recording.
  var causeOfNoRecording: String {
    session?.recording == nil
      ? "nothing was recorded, as \(languageName) can’t do that"
      : "the recording is lost: the program ran too long for it, or wrote into it"
  }

  /// The number of the step that comes next at the shown moment or in the present. The statement at which a program
  /// is stopped is already recorded, though it hasn't run.
  var step: Int { past?.step ?? presentStep }

  var presentStep: Int {
    guard let recording else { return 0 }
    let count = recording.stepCount
    return isStopped && count > recording.firstStep ? count - 1 : count
  }

  /// Whether some of its past can be read.
  var hasPast: Bool { !isRunning && recording.map { $0.firstStep < presentStep } ?? false }
}
