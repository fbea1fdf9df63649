import BlockModel

/// A pattern with its choices made: the text of a block around its operands.
struct WrittenForm {
  enum Piece {
    case text([UInt8])
    case hole(Pattern.Hole, OperandContext)
    case body(input: String)
  }

  /// The surroundings of an operand, which decide whether it needs parentheses.
  struct OperandContext {
    /// The node of the trie at which the operand begins; -1 for none.
    var node: Int32 = -1
    /// The lowest precedence that the operand can have without parentheses.
    var required: Int8
    /// The word after it; -1 for none.
    var next: Int32 = -1
    /// Whether it ends a statement's line, so that it can extend to the end.
    var isOpenEnded = false
    /// Whether a minus sign precedes it, which would make a number negative.
    var isBehindSign = false

    /// The end of a line.
    static let last = OperandContext(required: 0, isOpenEnded: true)
  }

  var pattern: Int32
  var pieces: [Piece] = []
  /// Whether the type must be stated, because another type would be read without it.
  var needsType = false
  var precedence = Precedence.words
  /// The first word; -1 for none.
  var first: Int32 = -1
  /// Whether more words could follow the last one.
  var isOpen = false
  /// The word of an operator that could be read as a continuation of a pattern around it; -1 for none.
  var operatorWord: Int32 = -1
  var fieldCount = 0
}

/// Creates and caches the forms of all types.
struct FormTable {
  let library: NotationLibrary
  private var forms: [WrittenForm] = []
  private var formsOfTypes: [[[String]: Int]] = []
  /// The names of each type's choices; nil if not known yet.
  private var choices: [[String]?] = []

  init(library: NotationLibrary) {
    self.library = library
    formsOfTypes = Array(repeating: [:], count: library.types.count)
    choices = Array(repeating: nil, count: library.types.count)
  }

  subscript(index: Int) -> WrittenForm { forms[index] }

  /// Returns the index of a block's form; nil if it can't be written in words.
  mutating func form(of type: Int32, fields: [FieldRecord]) -> Int? {
    let type = Int(type)
    guard let first = library.patternsOfTypes[type].first else { return nil }
    let names = choices[type] ?? library.patterns[first].choiceFields
    choices[type] = names
    var key: [String] = []
    for name in names {
      guard let field = fields.first(where: { $0.name == name }) else { return nil }
      key.append(field.state.text)
    }
    if let known = formsOfTypes[type][key] { return known < 0 ? nil : known }
    for pattern in library.patternsOfTypes[type] {
      if let form = FormMaker.form(of: pattern, library, names: names, values: key) {
        forms.append(form)
        formsOfTypes[type][key] = forms.count - 1
        return forms.count - 1
      }
    }
    formsOfTypes[type][key] = -1
    return nil
  }
}
