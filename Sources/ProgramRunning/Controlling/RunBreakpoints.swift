/// The breakpoints of a running program.
public struct RunBreakpoints: Sendable {
  /// The numbers of the blocks.
  public var blocks: Set<Int> = []
  /// The conditions that replace those of the code, by the blocks' numbers.
  public var conditions: [Int: Condition] = [:]

  /// - Parameters:
  ///   - blocks: the numbers of the blocks.
  ///   - conditions: the conditions that replace those of the code, by the blocks' numbers.
  public init(blocks: Set<Int> = [], conditions: [Int: Condition] = [:]) {
    (self.blocks, self.conditions) = (blocks, conditions)
  }

  /// A condition that is evaluated here, when the program has stopped.
  public enum Condition: Sendable {
    /// It always holds.
    case always
    /// It holds if the code's value is true.
    case value(ValueCode)

    /// Returns whether it holds where the program is stopped.
    func outcome(in recording: RunRecording) -> Result<Bool, EvaluationProblem> {
      guard case .value(let code) = self else { return .success(true) }
      do throws(EvaluationProblem) {
        // The statement that comes next is the last step.
        return .success(try code.value(in: RecordedMoment(recording, at: max(0, recording.stepCount - 1))).isTrue)
      } catch {
        return .failure(error)
      }
    }
  }
}
