/// What a line is worth at one moment of a run.
public indirect enum EvaluatedValue: Hashable, Sendable {
  /// None, null, undefined or nil.
  case nothing
  /// True or false.
  case truth(Bool)
  /// A whole number of a language that tells them from others.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A text. What is no text by itself, such as a half of a surrogate pair in JavaScript, is `�` in it.
  case text(String)
  /// A list of the program, by its number in the recording.
  case list(Int)
  /// A list that the line makes.
  case made([EvaluatedValue])
  /// Something else, as the language describes it.
  case other(String)
}

/// Why a line has no value at a moment.
public struct EvaluationProblem: Error, Hashable, Sendable {
  /// A clause for the user, in lower case and without a full stop.
  public var message: String
  /// Whether the program itself would fail here; otherwise the value isn't known.
  public var isFailure: Bool

  static func failure(_ message: String) -> EvaluationProblem { EvaluationProblem(message: message, isFailure: true) }
  static func unknown(_ message: String) -> EvaluationProblem { EvaluationProblem(message: message, isFailure: false) }
}

/// A language whose values are known: how its numbers, texts and lists behave.
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
  /// JavaScript's null or undefined: a recording doesn't say which.
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

  /// What it is, in words.
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
