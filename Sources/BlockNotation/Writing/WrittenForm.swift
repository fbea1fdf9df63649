import BlockModel

/// A pattern with its choices made: the text of a block around its operands.
struct WrittenForm {
  enum Piece {
    case text([UInt8])
    case hole(Pattern.Hole, OperandContext)
    case body(input: String)
  }

  /// What surrounds an operand, which decides whether it needs parentheses.
  struct OperandContext {
    /// The node of the trie at which the operand begins; -1 for none.
    var node: Int32 = -1
    /// The precedence that the operand must at least have.
    var required: Int8
    /// The word behind it; -1 for none.
    var next: Int32 = -1
    /// Whether it ends a statement's line, so that it may go on as far as it can.
    var isOpenEnded = false
    /// Whether a minus sign precedes it, which would make a number negative.
    var isBehindSign = false

    /// The end of a line.
    static let last = OperandContext(required: 0, isOpenEnded: true)
  }

  var pattern: Int32
  var pieces: [Piece] = []
  /// Whether the type must be stated, because another type is read without.
  var needsType = false
  var precedence = Precedence.words
  /// The first word; -1 for none.
  var first: Int32 = -1
  /// Whether more words could follow the last one.
  var isOpen = false
  /// The word of an operator that could be taken for a continuation of a pattern around it; -1 for none.
  var operatorWord: Int32 = -1
  var fieldCount = 0
}

/// Makes the forms of all types, and keeps them.
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

  /// The form of a block; nil if it can't be written in words.
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
      if let form = make(pattern, names: names, values: key) {
        forms.append(form)
        formsOfTypes[type][key] = forms.count - 1
        return forms.count - 1
      }
    }
    formsOfTypes[type][key] = -1
    return nil
  }

  // MARK: - Making

  private func make(_ number: Int32, names: [String], values: [String]) -> WrittenForm? {
    let pattern = library.patterns[number]
    guard case .plain = pattern.form else { return nil }
    var form = WrittenForm(pattern: number)
    let trie = library.trie
    var node = pattern.isValue ? trie.values : trie.statements
    var text: [UInt8] = []
    var isFirst = true
    var tail: Int?
    var isOperator = false
    var choice = 0
    func add(_ words: [LabelWord]) {
      for word in words {
        if tail != nil { setNext(word.word) }
        let isTight = word.isGlued || [Mark.comma, Mark.closeParenthesis, Mark.closeBracket].contains(word.word)
        if !isFirst, !isTight, !endsOpen(text) { text.append(UInt8(ascii: " ")) }
        text.append(contentsOf: library.words[word.word].utf8)
        if isFirst { form.first = word.word }
        isFirst = false
      }
    }
    func setNext(_ word: Int32) {
      if let index = tail, case .hole(let hole, var context) = form.pieces[index] {
        context.next = word
        form.pieces[index] = .hole(hole, context)
      }
      tail = nil
    }
    func flush() {
      if !text.isEmpty { form.pieces.append(.text(text)) }
      text = []
    }
    for (index, element) in pattern.elements.enumerated() {
      var words: [LabelWord]?
      switch element {
      case .words(let label): words = label
      case .choice(let field, let options):
        guard choice < names.count, names[choice] == field,
          let option = options.first(where: { $0.state.text == values[choice] })
        else { return nil }
        choice += 1
        form.fieldCount += 1
        words = option.words
      case .hole(let hole):
        if !hole.isInput { form.fieldCount += 1 }
        var context = WrittenForm.OperandContext(required: 1)
        if index == 0 {
          isOperator = pattern.isValue && pattern.elements.count > 1
          node = isOperator ? trie.operators : node
        } else {
          context.isBehindSign = text == [UInt8(ascii: "-")] && form.pieces.isEmpty
          if !endsOpen(text), !isFirst, !context.isBehindSign { text.append(UInt8(ascii: " ")) }
          context.node = node
          node = trie.nodes[node].hole
          if node < 0 { return nil }
        }
        flush()
        form.pieces.append(.hole(hole, context))
        tail = form.pieces.count - 1
        isFirst = false
      case .body(let input):
        flush()
        tail = nil
        form.pieces.append(.body(input: input))
        // A type without a body is read first.
        if !trie.nodes[node].acceptances.isEmpty { form.needsType = true }
        node = trie.nodes[node].body
        if node < 0 { return nil }
      }
      guard let words else { continue }
      let start = text.isEmpty && form.pieces.isEmpty
      if isOperator, form.operatorWord < 0 { form.operatorWord = words.first?.word ?? -1 }
      add(words)
      if start { isFirst = false }
      for word in words {
        guard let target = trie.target(of: node, word) else { return nil }
        node = target
      }
    }
    flush()
    finish(&form, pattern, node, tail: tail, isOperator: isOperator)
    return form
  }

  private func endsOpen(_ text: [UInt8]) -> Bool {
    text.last == UInt8(ascii: "(") || text.last == UInt8(ascii: "[")
  }

  private func finish(
    _ form: inout WrittenForm, _ pattern: Pattern, _ end: Int32, tail: Int?, isOperator: Bool
  ) {
    let node = library.trie.nodes[end]
    let first = node.acceptances.first.map { library.trie.acceptances[$0].pattern }
    if first != form.pattern { form.needsType = true }
    form.isOpen = !node.edges.isEmpty || node.hole >= 0 || node.body >= 0
    guard pattern.isValue else {
      if let tail, case .hole(let hole, var context) = form.pieces[tail] {
        context.required = form.needsType ? Precedence.atom : 0
        context.isOpenEnded = true
        form.pieces[tail] = .hole(hole, context)
      }
      return
    }
    let precedence = tail == nil ? Precedence.comparison : node.tailPrecedence
    if isOperator { form.precedence = tail == nil ? operatorPrecedence(form) : precedence }
    if !isOperator, tail != nil { form.precedence = precedence }
    let own = form.precedence
    if let tail, case .hole(let hole, var context) = form.pieces[tail] {
      let isTight = isOperator && own != Precedence.power
      context.required = form.needsType ? Precedence.atom : isTight ? own + 1 : own
      form.pieces[tail] = .hole(hole, context)
    }
    if isOperator, case .hole(let hole, var context) = form.pieces[0] {
      let groupsFromLeft = own != Precedence.power && own != Precedence.comparison
      context.required = groupsFromLeft ? own : own + 1
      form.pieces[0] = .hole(hole, context)
    }
  }

  /// The precedence of an operator without a right operand.
  private func operatorPrecedence(_ form: WrittenForm) -> Int8 {
    let word = LabelWord(word: form.operatorWord, isGlued: false)
    guard let node = library.trie.target(of: library.trie.operators, word) else { return Precedence.comparison }
    return library.trie.nodes[node].operatorPrecedence
  }
}
