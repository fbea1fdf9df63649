import MortiseScreen
import ProgramRunning
import Workbench

/// Reading a run backwards: the moments that its recording has.
extension ProgramRunner {
  /// Where a request leads in the recording of the run.
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

  /// Why a request that leads through the recording can't be met; nil if it can.
  func refusalToGo(by request: RunRequest) -> String? {
    if let reason = refusalToLookBack { return reason }
    if case .refused(let reason)? = target(of: request) { return reason }
    return nil
  }

  /// Goes where a request leads in the recording.
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

  /// Shows the moment before a step, or the present if that is not later.
  /// - Parameter note: what the step is known for.
  func go(toStep step: Int, note: String? = nil) {
    guard let run = shownRun, let recording = run.recording, !run.isRunning else { return }
    if step >= run.presentStep { return returnToPresent(run) }
    run.past = RunPast(recording, before: max(step, recording.firstStep), version: workbench.history.version)
    // The user wants to go there, also from a window that is still open.
    if let id = run.litBlockID, !workbench.state.isPreviewing { workbench.perform(.focus(.block(id: id))) }
    let position = "\(run.summary): " + (note.map { "\($0) · " } ?? "") + nextStatement(of: run)
    let dropped = step <= recording.firstStep ? droppedSteps(of: run) : nil
    showStatus([position] + changes(of: run) + [dropped].compactMap(\.self), of: run)
  }

  /// How many steps the recording has dropped, in words; nil if it has all of them.
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
  /// - Returns: what to say of it; nil for nothing.
  func leavePastIfChanged() -> String? {
    guard let run = last, let past = run.past else { return nil }
    let isShown = run.program === programs.shown
    let version = run.program.workbench.history.version
    if isShown, past.version == version { return nil }
    run.past = nil
    if !isShown { return nil }
    return past.version.others == version.others
      ? "back in the present" : "somebody else changed the program: back in the present"
  }

  /// Goes to the statement that wrote a line.
  /// - Parameter line: its number, of all that were written.
  func go(toOutputLine line: Int) {
    guard let step = shownRun?.recording?.step(ofOutputLine: line) else { return }
    go(toStep: step, note: "writes line \(line + 1)")
  }

  /// Why nothing leads to the statement that wrote a line; nil if it can be shown.
  func refusalToGo(toOutputLine line: Int) -> String? {
    if let reason = refusalToLookBack { return reason }
    return shownRun?.recording?.step(ofOutputLine: line) == nil
      ? "the step that wrote this line is not recorded" : nil
  }

  /// Goes to the last change of a variable before the moment that is shown.
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
  /// The number of the step, from 0 on.
  let step: Int
  /// How many steps were recorded, those that were dropped since included.
  let stepCount: Int
  let state: RunState
  /// What the program held a step before; nil before the first step that is kept.
  let before: RunState?
  /// What had been written.
  let output: OutputLines
  /// The state of the history when the user went there: a change of the program leads back to the present.
  let version: UndoHistory.Version

  init(_ recording: RunRecording, before step: Int, version: UndoHistory.Version) {
    (self.step, self.version) = (step, version)
    stepCount = recording.stepCount
    state = recording.state(at: step)
    before = step > recording.firstStep ? recording.state(at: step - 1) : nil
    output = recording.output(before: step)
  }

  /// Which moment it is, in words.
  var position: String { "past, step \((step + 1).grouped) of \(stepCount.grouped)" }
}

extension ProgramRun {
  /// What the run did; nil if that isn't known.
  var recording: RunRecording? { session?.recording.flatMap { $0.isBroken ? nil : $0 } }

  /// Why there is no recording.
  var causeOfNoRecording: String {
    session?.recording == nil
      ? "nothing was recorded, as \(languageName) can’t do that"
      : "the recording is lost: the program ran too long for it, or wrote into it"
  }

  /// The step before which a moment is: the one that is shown, or the present one. What a program stopped at is recorded
  /// already, though it hasn't run.
  var step: Int { past?.step ?? presentStep }

  var presentStep: Int {
    guard let recording else { return 0 }
    let count = recording.stepCount
    return isStopped && count > recording.firstStep ? count - 1 : count
  }

  /// Whether some of its past can be read.
  var hasPast: Bool { !isRunning && recording.map { $0.firstStep < presentStep } ?? false }
}
