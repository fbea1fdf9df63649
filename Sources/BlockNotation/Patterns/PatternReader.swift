import BlockModel

/// Reads the wording of a block from its labels and fields.
struct PatternReader {
  var words: WordTable
  /// The words of the labels that were split, nil for those that programs can't contain.
  private var labels: [String: [LabelWord]?] = [:]
  /// The options of the latest dropdown with each name, and their wording: all shapes of a block have the same.
  private var choices: [String: (options: [FieldDropdown.Option], elements: [Pattern.Element]?)] = [:]

  init(words: WordTable) { self.words = words }

  /// Words that no label can contain, because they have a fixed meaning everywhere.
  private static let reserved: Set<Int32> = [Mark.openBrace, Mark.closeBrace, Mark.semicolon, Mark.shadow, Mark.empty]
  /// Words that no pattern can begin with.
  private static let neverFirst: Set<Int32> = [
    Mark.openParenthesis, Mark.closeParenthesis, Mark.openBracket, Mark.closeBracket, Mark.comma, Mark.colon,
  ]

  /// Returns the wording of a block; nil if it can't be written in words.
  mutating func elements(of block: Block) -> [Pattern.Element]? {
    var elements: [Pattern.Element] = []
    var names: [String] = []
    // Whether a part of the block precedes on the same line.
    var isInLine = false
    for input in block.inputs where !input.isInferred {
      var row: [Pattern.Element] = []
      for field in input.fields {
        guard let part = self.elements(of: field) else { return nil }
        row += part
        guard let name = field.name, !part.isEmpty, field.isSaved else { continue }
        if names.contains(name) { return nil }
        names.append(name)
      }
      if input.kind == .statement {
        let isLabel = row.allSatisfy { if case .words = $0 { true } else { false } }
        if !isInLine || !isLabel { append(row, to: &elements) }
        if !isInLine, row.isEmpty { return nil }
        elements.append(.body(input: input.name))
        isInLine = false
        continue
      }
      append(row, to: &elements)
      if input.kind == .value {
        append([.hole(Pattern.Hole(kinds: .value, name: input.name, isInput: true))], to: &elements)
      }
      isInLine = isInLine || !row.isEmpty || input.kind == .value
    }
    return isWritable(elements, isValue: block.outputConnection != nil) ? elements : nil
  }

  /// Appends elements, with a comma between holes.
  private func append(_ row: [Pattern.Element], to elements: inout [Pattern.Element]) {
    for element in row {
      if case .hole = element, case .hole? = elements.last {
        elements.append(.words([LabelWord(word: Mark.comma, isGlued: false)]))
      }
      elements.append(element)
    }
  }

  /// Returns the elements of a field; nil if it can't be written.
  private mutating func elements(of field: Field) -> [Pattern.Element]? {
    let name = field.name ?? ""
    // The quotes of a literal replace them.
    if field.isQuotationMark { return [] }
    let dropdown = field as? FieldDropdown
    // Copies of a dropdown share their options, so comparing them takes no time.
    if let dropdown, let last = choices[name], last.options == dropdown.options { return last.elements }
    switch field.wording {
    case .choice(let options):
      let elements = choice(name, options)
      if let dropdown { choices[name] = (dropdown.options, elements) }
      return elements
    case .variable: return [.hole(Pattern.Hole(kinds: .name, name: name, isInput: false))]
    case .number: return [.hole(Pattern.Hole(kinds: .number, name: name, isInput: false))]
    case .text(let isMultiline):
      return [.hole(Pattern.Hole(kinds: .text, name: name, isInput: false, hasLines: isMultiline))]
    case .words:
      guard let label = label(field.text) else { return nil }
      return label.isEmpty ? [] : [.words(label)]
    case .none: return nil
    }
  }

  private mutating func choice(_ field: String, _ options: [(label: String, state: FieldState)]) -> [Pattern.Element]? {
    var known: Set<[LabelWord]> = []
    var written: [Pattern.Option] = []
    for option in options {
      guard let label = label(option.label), !label.isEmpty, known.insert(label).inserted, isBalanced(label) else {
        continue
      }
      written.append(Pattern.Option(state: option.state, words: label))
    }
    return written.isEmpty ? nil : [.choice(field: field, options: written)]
  }

  /// Splits a label into words; nil if a program can't contain them.
  /// - Parameter isAlias: whether this is a part of another spelling, in which `//` and `;` are ordinary symbols.
  mutating func label(_ text: String, isAlias: Bool = false) -> [LabelWord]? {
    // Types share many labels: each shape of a block has all options of its dropdowns.
    if !isAlias, let known = labels[text] { return known }
    let label = newLabel(text, isAlias: isAlias)
    if !isAlias { labels[text] = .some(label) }
    return label
  }

  private mutating func newLabel(_ text: String, isAlias: Bool) -> [LabelWord]? {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let lexer = Lexer(bytes, words: words, hasComments: !isAlias)
    var label: [LabelWord] = []
    for token in lexer.tokens {
      switch token.kind {
      case .line, .end: continue
      case .word, .symbol, .number:
        let word = words.add(lexer.bytes[Int(token.start)..<Int(token.end)])
        if Self.reserved.contains(word), !isAlias { return nil }
        if word == Mark.colon, token.isGlued, label.last?.word == Mark.colon { return nil }
        label.append(LabelWord(word: word, isGlued: token.isGlued && !label.isEmpty))
      default: return nil
      }
    }
    return label
  }

  // MARK: - What can be written

  private func isWritable(_ elements: [Pattern.Element], isValue: Bool) -> Bool {
    var all: [LabelWord] = []
    for case .words(let words) in elements { all += words }
    guard isBalanced(all) else { return false }
    switch elements.first {
    case .words(let words)?: return words.first.map { !Self.neverFirst.contains($0.word) } ?? false
    case .choice(_, let options)?:
      return options.allSatisfy { option in option.words.first.map { !Self.neverFirst.contains($0.word) } ?? false }
    case .hole(let hole)?:
      guard isValue else { return false }
      if elements.count == 1 { return hole.kinds != .value }
      switch elements[1] {
      case .words(let words): return words.first.map { !Self.neverFirst.contains($0.word) } ?? false
      case .choice(_, let options):
        return options.allSatisfy { option in option.words.first.map { !Self.neverFirst.contains($0.word) } ?? false }
      case .hole, .body: return false
      }
    case .body?, nil: return false
    }
  }

  private func isBalanced(_ words: [LabelWord]) -> Bool {
    var open: [Int32] = []
    for word in words {
      switch word.word {
      case Mark.openParenthesis, Mark.openBracket: open.append(word.word)
      case Mark.closeParenthesis: if open.popLast() != Mark.openParenthesis { return false }
      case Mark.closeBracket: if open.popLast() != Mark.openBracket { return false }
      default: break
      }
    }
    return open.isEmpty
  }
}
