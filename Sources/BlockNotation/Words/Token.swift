/// A piece of a text: a word, a symbol, a literal, or a line break.
struct Token {
  enum Kind: UInt8 {
    /// Letters, digits and `_`, not beginning with a digit.
    case word
    /// A single other character.
    case symbol
    case number
    /// A JSON string; in typed lines, perhaps in single quotes, or raw.
    case text
    /// In typed lines: the beginning of a text with values in it, a part of it without quotes, and its end.
    case formatBegin, formatText, formatEnd
    /// A name in backquotes.
    case name
    /// `@name`, with the JSON values in parentheses that follow it.
    case attribute
    /// `// …`, to the end of the line.
    case comment
    /// The beginning of a line that isn't blank. `word` is its indentation.
    case line
    case end
    /// An invalid part; `Lexer.faults` has the reason.
    case fault
  }

  var kind: Kind
  /// Whether no white space separates it from the previous token. For a line: whether a blank line precedes it.
  var isGlued: Bool
  /// The number in the word table; -1 if there is none.
  var word: Int32
  /// The place in the text, in bytes.
  var start: Int32
  var end: Int32
}

extension Array {
  /// Nodes, words and the like refer to each other by small numbers.
  subscript(number: Int32) -> Element {
    get { self[Int(number)] }
    _modify { yield &self[Int(number)] }
  }
}
