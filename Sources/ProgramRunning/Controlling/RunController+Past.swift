import BlockModel
import MortiseScreen

/// A move in the recording of a run.
package enum RecordedMove: Sendable {
  /// To the step before.
  case stepBack
  /// To the beginning of the previous statement; in the first statement of a function, to the call.
  case overBack
  /// To the call of the present function.
  case outBack
  /// To the next step.
  case into
  /// To the next statement that is not inside the present one.
  case over
  /// To the next statement after the present function.
  case out
  case first, last
  /// To the previous or next step at which the block at the cursor ran.
  case previousVisit, nextVisit

  /// The step that a move leads to, or the reason why it is impossible.
  package enum Destination {
    case step(Int)
    case refused(String)

    fileprivate init(_ step: Int?, else reason: String) { self = step.map(Self.step) ?? .refused(reason) }
  }
}

/// The past of a run: the moments of its recording.
extension RunController {
  /// A moment of a run that is shown in place of the present: before one of its steps.
  package struct Past {
    /// The number of the step, from 0.
    package let step: Int
    /// The number of recorded steps, including those that were dropped since.
    package let stepCount: Int
    let state: RunState
    /// The state of the program a step before; nil at the first step that is kept.
    let before: RunState?
    /// The output up to this moment.
    let output: OutputLines
    /// The version of the program when the moment was first shown: a change of the program leads back to the present.
    package let version: Target.Version

    fileprivate init(_ recording: RunRecording, before step: Int, version: Target.Version) {
      (self.step, self.version) = (step, version)
      stepCount = recording.stepCount
      state = recording.state(at: step)
      before = step > recording.firstStep ? recording.state(at: step - 1) : nil
      output = recording.output(before: step)
    }

    /// The name of the moment.
    package var position: String { "past, step \((step + 1).grouped) of \(stepCount.grouped)" }
  }

  /// The recording of the run; nil if there is none, or if it is broken.
  package var recording: RunRecording? { session?.recording.flatMap { $0.isBroken ? nil : $0 } }

  /// Why there is no recording.
  package var causeOfNoRecording: String {
    session?.recording == nil
      ? "nothing was recorded, as \(languageName) can’t do that"
      : "the recording is lost: the program ran too long for it, or wrote into it"
  }

  /// The number of the step that comes next at the shown moment or in the present. The statement at which a program
  /// is stopped is already recorded, though it hasn't run.
  package var step: Int { past?.step ?? presentStep }

  package var presentStep: Int {
    guard let recording else { return 0 }
    let count = recording.stepCount
    return isStopped && count > recording.firstStep ? count - 1 : count
  }

  /// Whether some of its past can be read.
  package var hasPast: Bool { !isRunning && recording.map { $0.firstStep < presentStep } ?? false }

  /// A clause about the steps that the recording has dropped; nil if it has all of them.
  package var droppedSteps: String? {
    guard let first = recording?.firstStep, first > 0 else { return nil }
    return "the first \(first.grouped) steps were dropped"
  }

  /// Shows the moment before a step of the recording.
  package func showPast(before step: Int) {
    guard let recording else { return }
    past = Past(recording, before: max(step, recording.firstStep), version: program.version)
  }

  /// Returns the destination of a move from the shown moment.
  /// - Parameter statement: the block at the cursor at which the program can stop; nil if there is none.
  /// - Returns: nil if nothing was recorded.
  package func destination(of move: RecordedMove, statement: Block?) -> RecordedMove.Destination? {
    guard let recording else { return nil }
    let (now, first) = (step, recording.firstStep)
    let beginning = "this is the first step" + (droppedSteps.map { " that is kept: \($0)" } ?? "")
    switch move {
    case .stepBack: return .init(recording.stepBack(from: now), else: beginning)
    case .overBack: return .init(recording.overBack(from: now), else: beginning)
    case .outBack:
      return .init(
        recording.outBack(from: now),
        else: recording.depth(at: now) == 0 ? "the program is in no function here" : beginning)
    case .into: return .step(now + 1)
    case .over: return .step(recording.stepOver(from: now) ?? presentStep)
    case .out:
      if recording.depth(at: now) == 0 { return .refused("the program is in no function here") }
      return .step(recording.stepOut(from: now) ?? presentStep)
    case .first: return now == first ? .refused(beginning) : .step(first)
    case .last:
      let last = recording.stepCount - 1
      return now >= last ? .refused("this is the last step") : .step(last)
    case .previousVisit, .nextVisit:
      guard let statement else { return .refused("there is no block here") }
      let number = plan.numbers.number(of: statement.id)
      if number == 0 { return .refused("this block is not in the version that ran") }
      if move == .nextVisit {
        return .init(
          recording.nextStep(after: now, in: number...number), else: "this block doesn’t run again up to the present")
      }
      return .init(recording.previousStep(before: now, in: number...number), else: "this block did not run before")
    }
  }
}
