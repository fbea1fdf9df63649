import BlockModel

/// Makes the form of a pattern with its choices made, from left to right.
struct FormMaker {
  private let library: NotationLibrary
  private let pattern: Pattern
  /// The fields whose choices are made, and their values.
  private let choices: [(field: String, value: String)]
  private var form: WrittenForm
  /// The node of the trie at which the next element begins.
  private var node: Int32
  /// The words since the last operand.
  private var text: [UInt8] = []
  private var isFirst = true
  /// The operand before `text`, if no word has followed it yet.
  private var tail: Int?
  private var isOperator = false
  private var choiceCount = 0

  /// Returns the form of a pattern; nil if it has none with these choices.
  static func form(of number: Int32, _ library: NotationLibrary, names: [String], values: [String]) -> WrittenForm? {
    guard case .plain = library.patterns[number].form else { return nil }
    var maker = FormMaker(number, library, choices: Array(zip(names, values)).map { ($0, $1) })
    return maker.make() ? maker.form : nil
  }

  private init(_ number: Int32, _ library: NotationLibrary, choices: [(field: String, value: String)]) {
    (self.library, self.choices) = (library, choices)
    pattern = library.patterns[number]
    form = WrittenForm(pattern: number)
    node = pattern.isValue ? library.trie.values : library.trie.statements
  }

  private mutating func make() -> Bool {
    for (index, element) in pattern.elements.enumerated() {
      let isDone =
        switch element {
        case .words(let words): add(words)
        case .choice(let field, let options): add(choiceOf: field, options)
        case .hole(let hole): add(hole, isFirst: index == 0)
        case .body(let input): addBody(input)
        }
      if !isDone { return false }
    }
    flush()
    finish()
    return true
  }

  // MARK: - Elements

  private mutating func add(_ words: [LabelWord]) -> Bool {
    let begins = text.isEmpty && form.pieces.isEmpty
    if isOperator, form.operatorWord < 0 { form.operatorWord = words.first?.word ?? -1 }
    for word in words {
      if tail != nil { setNext(word.word) }
      let isTight = word.isGlued || [Mark.comma, Mark.closeParenthesis, Mark.closeBracket].contains(word.word)
      if !isFirst, !isTight, !endsOpen { text.append(UInt8(ascii: " ")) }
      text.append(contentsOf: library.words[word.word].utf8)
      if isFirst { form.first = word.word }
      isFirst = false
    }
    if begins { isFirst = false }
    for word in words {
      guard let target = library.trie.target(of: node, word) else { return false }
      node = target
    }
    return true
  }

  private mutating func add(choiceOf field: String, _ options: [Pattern.Option]) -> Bool {
    guard choiceCount < choices.count, choices[choiceCount].field == field,
      let option = options.first(where: { $0.state.text == choices[choiceCount].value })
    else { return false }
    choiceCount += 1
    form.fieldCount += 1
    return add(option.words)
  }

  private mutating func add(_ hole: Pattern.Hole, isFirst begins: Bool) -> Bool {
    if !hole.isInput { form.fieldCount += 1 }
    var context = WrittenForm.OperandContext(required: 1)
    if begins {
      isOperator = pattern.isValue && pattern.elements.count > 1
      if isOperator { node = library.trie.operators }
    } else {
      context.isBehindSign = text == [UInt8(ascii: "-")] && form.pieces.isEmpty
      if !endsOpen, !isFirst, !context.isBehindSign { text.append(UInt8(ascii: " ")) }
      context.node = node
      node = library.trie.nodes[node].hole
      if node < 0 { return false }
    }
    flush()
    form.pieces.append(.hole(hole, context))
    tail = form.pieces.count - 1
    isFirst = false
    return true
  }

  private mutating func addBody(_ input: String) -> Bool {
    flush()
    tail = nil
    form.pieces.append(.body(input: input))
    // Without a stated type, a type without a body would be read.
    if !library.trie.nodes[node].acceptances.isEmpty { form.needsType = true }
    node = library.trie.nodes[node].body
    return node >= 0
  }

  /// Records the word that follows the last operand.
  private mutating func setNext(_ word: Int32) {
    if let index = tail, case .hole(let hole, var context) = form.pieces[index] {
      context.next = word
      form.pieces[index] = .hole(hole, context)
    }
    tail = nil
  }

  private mutating func flush() {
    if !text.isEmpty { form.pieces.append(.text(text)) }
    text = []
  }

  private var endsOpen: Bool { text.last == UInt8(ascii: "(") || text.last == UInt8(ascii: "[") }

  // MARK: - The end

  /// Decides which parentheses the operands need.
  private mutating func finish() {
    let end = library.trie.nodes[node]
    let first = end.acceptances.first.map { library.trie.acceptances[$0].pattern }
    if first != form.pattern { form.needsType = true }
    form.isOpen = !end.edges.isEmpty || end.hole >= 0 || end.body >= 0
    guard pattern.isValue else {
      if let tail, case .hole(let hole, var context) = form.pieces[tail] {
        context.required = form.needsType ? Precedence.atom : 0
        context.isOpenEnded = true
        form.pieces[tail] = .hole(hole, context)
      }
      return
    }
    let precedence = tail == nil ? Precedence.comparison : end.tailPrecedence
    if isOperator { form.precedence = tail == nil ? operatorPrecedence : precedence }
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
  private var operatorPrecedence: Int8 {
    let word = LabelWord(word: form.operatorWord, isGlued: false)
    guard let node = library.trie.target(of: library.trie.operators, word) else { return Precedence.comparison }
    return library.trie.nodes[node].operatorPrecedence
  }
}
