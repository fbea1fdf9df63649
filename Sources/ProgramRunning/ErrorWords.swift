/// The messages of the languages' errors in plain words, the same for all languages.
enum ErrorWords {
  private static let words: [(language: String, beginning: String, plain: String)] = [
    ("python", "ZeroDivisionError: ", "division by zero"),
    ("python", "IndexError: ", "a list or text has no item with this number"),
    ("python", "RecursionError: ", "functions call each other too often without returning"),
    ("python", "MemoryError: ", "there is not enough memory"),
    ("python", "EOFError: ", "the input has ended"),
    ("python", "UnicodeDecodeError: ", "the input isn't text in UTF-8"),
    ("python", "OverflowError: ", "a number is too large"),
    ("python", "ValueError: could not convert string to float", "this text is no number"),
    ("python", "ValueError: math domain error", "this can't be calculated for this number"),
    ("python", "ValueError: expected a nonnegative input", "this can't be calculated for this number"),
    ("python", "TypeError: can't multiply sequence by non-int", "this can only be repeated a whole number of times"),
    ("python", "TypeError: sequence item", "only texts can be joined to a text"),
    ("python", "TypeError: unsupported operand type", "this can't be calculated with these values"),
    ("python", "TypeError: can only concatenate", "this can't be calculated with these values"),
    ("python", "TypeError: bad operand type", "this can't be calculated with this value"),
    ("python", "TypeError: 'NoneType' object", "this has no value yet"),
    ("python", "TypeError: object of type 'NoneType'", "this has no value yet"),
    ("python", "TypeError: float() argument", "this is no number"),
    ("python", "TypeError: int() argument", "this is no number"),
    ("javascript", "RangeError: Maximum call stack", "functions call each other too often without returning"),
    ("javascript", "TypeError: Cannot read properties of null", "this has no value yet"),
    ("javascript", "TypeError: Cannot read properties of undefined", "this has no value yet"),
    ("javascript", "RangeError: Invalid array length", "a list is too long"),
    ("javascript", "RangeError: Invalid count value", "this can't be repeated so often"),
    ("lua", "attempt to perform 'n//0'", "division by zero"),
    ("lua", "attempt to perform 'n%%0'", "division by zero"),
    ("lua", "stack overflow", "functions call each other too often without returning"),
    ("lua", "not enough memory", "there is not enough memory"),
    ("lua", "attempt to perform arithmetic on a nil", "this has no value yet"),
    ("lua", "attempt to perform arithmetic", "this can't be calculated with these values"),
    ("lua", "attempt to concatenate a nil", "this has no value yet"),
    ("lua", "attempt to get length of a nil", "this has no value yet"),
    ("lua", "attempt to index a nil", "this has no value yet"),
    ("lua", "attempt to compare", "these values can't be compared"),
  ]

  /// Returns the message in plain words; the language's own one if there are none for it.
  static func plain(_ message: String, kind: String, language: String) -> String {
    let full = kind.isEmpty ? message : "\(kind): \(message)"
    return words.first { $0.language == language && full.hasPrefix($0.beginning) }?.plain ?? message
  }
}
