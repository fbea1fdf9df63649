/// The value of a line at a step of a run.
public indirect enum EvaluatedValue: Hashable, Sendable {
  /// None, null, undefined or nil.
  case nothing
  /// True or false.
  case truth(Bool)
  /// An integer, in a language that distinguishes integers from other numbers.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A text. Invalid parts, such as half of a surrogate pair in JavaScript, are `�`.
  case text(String)
  /// A list of the program, by its number in the recording.
  case list(Int)
  /// A list that the line makes.
  case made([EvaluatedValue])
  /// Something else, as the language describes it.
  case other(String)
}

/// The reason why a line has no value at a step.
public struct EvaluationProblem: Error, Hashable, Sendable {
  /// A clause for the user, in lower case and without a full stop.
  public var message: String
  /// Whether the program itself would fail here; otherwise the value isn't known.
  public var isFailure: Bool

  static func failure(_ message: String) -> EvaluationProblem { EvaluationProblem(message: message, isFailure: true) }
  static func unknown(_ message: String) -> EvaluationProblem { EvaluationProblem(message: message, isFailure: false) }
}

/// A language whose numbers, texts and lists can be evaluated.
enum ValueLanguage: String, Sendable {
  case python
  case javaScript = "javascript"
  case lua

  var name: String {
    switch self {
    case .python: "Python"
    case .javaScript: "JavaScript"
    case .lua: "Lua"
    }
  }
}

/// A value in the course of an evaluation.
enum Operand: Hashable, Sendable {
  case nothing
  /// JavaScript's undefined.
  case undefined
  /// JavaScript's null or undefined, which a recording doesn't distinguish.
  case nothingOrUndefined
  case truth(Bool)
  /// Never in JavaScript.
  case integer(Int)
  case number(Double)
  /// The units that the language counts: characters in Python, UTF-16 in JavaScript, bytes in Lua.
  case text([UInt32])
  case list(ListReference)
  case other(String)
  case missing

  /// A list by its identity.
  enum ListReference: Hashable, Sendable {
    /// A list of the program, by its number in the recording.
    case recorded(Int)
    /// A list of the evaluation, by its index.
    case made(Int)
  }

  /// The kind of value, as text for users.
  var kind: String {
    switch self {
    case .nothing, .undefined, .nothingOrUndefined: "nothing"
    case .truth: "a truth value"
    case .integer, .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .other, .missing: "something else"
    }
  }

  var isNothing: Bool {
    switch self {
    case .nothing, .undefined, .nothingOrUndefined: true
    default: false
    }
  }
}
