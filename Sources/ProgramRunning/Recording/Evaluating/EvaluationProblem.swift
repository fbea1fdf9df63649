/// The reason why a line has no value at a step.
public struct EvaluationProblem: Error, Hashable, Sendable {
  /// A clause for the user, in lower case and without a full stop.
  public var message: String
  /// Whether the program itself would fail here; otherwise the value isn't known.
  public var isFailure: Bool

  static func failure(_ message: String) -> EvaluationProblem { EvaluationProblem(message: message, isFailure: true) }
  static func unknown(_ message: String) -> EvaluationProblem { EvaluationProblem(message: message, isFailure: false) }
}
