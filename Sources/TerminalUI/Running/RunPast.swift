import MortiseScreen
import ProgramRunning
import Workbench

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
  var place: String { "past, step \((step + 1).grouped) of \(stepCount.grouped)" }
}

extension ProgramRun {
  /// What the run did; nil if that isn't known.
  var recording: RunRecording? { session?.recording.flatMap { $0.isBroken ? nil : $0 } }

  /// Why there is no recording.
  var causeOfNoRecording: String {
    session?.recording == nil
      ? "nothing was recorded, as \(languageName) can’t do that"
      : "the recording is lost: the program ran too long for it, or wrote where its steps are told"
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
