/// A value in the course of an evaluation: a `RunValue` as the language distinguishes values, with the identity of lists.
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
