/// The names in the lines of a pasted program.
enum PastedNames {
  /// What may stand before the name of a new variable.
  static let declaring: Set<Substring> = ["let", "var", "const", "int", "double", "float", "for"]

  static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The names in a text.
  static func names(in text: String) -> [Substring] { text.split { !isInName($0) } }

  /// The names that a text calls: those with a bracket right behind them.
  static func called(in text: String) -> Set<Substring> {
    Set(names(in: text).filter { $0.endIndex < text.endIndex && text[$0.endIndex] == "(" })
  }

  /// The function that a line defines; nil for any other line.
  static func function(definedBy line: String) -> Substring? {
    let names = names(in: line)
    guard names.count > 1, ["def", "function"].contains(names[0]), line.hasPrefix(names[0]) else { return nil }
    return names[1]
  }
}
