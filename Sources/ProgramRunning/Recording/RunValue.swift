/// A value of a running program, as its recording or a watch has it.
public enum RunValue: Hashable, Sendable {
  /// None, null, undefined or nil.
  case nothing
  /// True or false.
  case truth(Bool)
  /// An integer, in a language that distinguishes integers from other numbers, such as Python's 5, which isn't its 5.0.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A text, as the program has it. Invalid parts, such as half of a surrogate pair in JavaScript, are `�`.
  case text(String)
  /// A list, by its number in the recording: the same list in two variables has one number.
  case list(Int)
  /// A list that a watch makes.
  case made([RunValue])
  /// Something else, as the language describes it.
  case other(String)
  /// A value that was too large to be recorded.
  case missing
}
