import BlockModel

/// The precedence of operators, in the usual order: `or`, `and`, `not`, comparisons, sums, products, signs, powers, and
/// then everything that begins with words.
enum Precedence {
  /// `a if x else b` and `x ? a : b`, which are right-associative, too.
  static let conditional: Int8 = 1
  static let or: Int8 = 2
  static let and: Int8 = 3
  static let not: Int8 = 4
  static let comparison: Int8 = 5
  static let sum: Int8 = 6
  static let product: Int8 = 7
  static let sign: Int8 = 8
  /// Powers are right-associative.
  static let power: Int8 = 9
  static let words: Int8 = 10
  /// Literals, names, and values in brackets.
  static let atom: Int8 = 11

  /// The stock operators, by type and choice.
  private static let stock: [String: [String: Int8]] = [
    "logic_operation": ["AND": and, "OR": or],
    "logic_negate": ["": not],
    "logic_compare": ["": comparison],
    "math_arithmetic": ["ADD": sum, "MINUS": sum, "MULTIPLY": product, "DIVIDE": product, "POWER": power],
    "math_single": ["NEG": sign],
  ]

  /// The operators of other blocks, by their first word.
  private static let bySign: [String: Int8] = [
    "+": sum, "-": sum, "−": sum, "*": product, "×": product, "·": product, "/": product, "÷": product, "%": product,
    "^": power, "or": or, "|": or, "and": and, "&": and, "not": not, "!": not, "if": conditional, "?": conditional,
  ]

  /// Returns the precedence of a pattern of a type.
  /// - Parameters:
  ///   - choice: the value of its choice, `""` without one.
  ///   - sign: its first word, for operators; nil for a pattern that begins with words.
  static func of(_ type: String, choice: String, sign: String?) -> Int8 {
    if let stock = stock[type], let precedence = stock[choice] ?? stock[""] { return precedence }
    guard let sign else { return words }
    return bySign[sign] ?? comparison
  }
}
