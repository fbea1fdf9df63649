/// Reads the beginnings of values: literals, names, calls, and types with named parts.
extension NotationParser {
  // MARK: - Operands

  mutating func readOperand() {
    let frame = frames[top]
    if frame.kind == .pattern || frame.kind == .statement,
      library.trie.nodes[frame.node].holeKinds == .name
    {
      guard isName(token) else { return fail(expected: "a name") }
      let name = add(ParsedNode(.name, token: position))
      position += 1
      attach(name)
      mode = .advance
      return
    }
    switch token.kind {
    case .number, .word, .symbol:
      if changesVariable { return fail(expected: "a value") }
      if !beginsCall, let (node, end) = run(from: library.trie.values, at: position), !isNegativeNumber,
        !isVariable(endingAt: end)
      {
        push(.pattern, at: position, node: node)
        position = end
        mode = .advance
        return
      }
      readPrimary()
    case .text, .formatText: readLiteral(.text)
    case .formatBegin:
      push(.format, at: position)
      position += 1
      if token.kind == .formatEnd {
        position += 1
        finish(.format)
      }
    case .name: readName()
    case .attribute, .comment, .line, .end, .fault, .formatEnd: fail(expected: "a value")
    }
  }

  /// Whether a variable is decremented in the middle of a typed value, `nums[--i]`, rather than negated twice.
  private var changesVariable: Bool {
    library.isTyped && isSymbol(token, Mark.minus) && isSymbol(token(1), Mark.minus) && token(1).isGlued
      && isName(token(2)) && token(2).isGlued
  }

  /// Whether a word with which wordings begin is the name of a function in a typed line: `random()`.
  private var beginsCall: Bool {
    library.isTyped && isName(token) && isSymbol(token(1), Mark.openParenthesis) && token(1).isGlued
      && (library.callAliases[name(token)] != nil || functions.contains(name(token)))
  }

  /// Whether a word with which wordings begin is the name of a variable in a typed line: the text after it doesn't
  /// continue such a wording, as in `count - 1` and `letter in word`.
  private func isVariable(endingAt end: Int) -> Bool {
    guard end == position + 1, token.kind == .word, variables.contains(name(token).lowercased()) else { return false }
    let next = tokens[end]
    if next.kind == .end || !library.isTyped { return next.kind == .end }
    switch next.kind {
    case .symbol:
      if isSymbol(next, Mark.openParenthesis) { return false }
      if isSymbol(next, Mark.openBracket) { return next.isGlued }
      let isNegative = isSymbol(next, Mark.minus) && tokens[end + 1].kind == .number && tokens[end + 1].isGlued
      return !isNegative || next.isGlued
    case .word: return run(from: library.trie.operators, at: end) != nil
    default: return false
    }
  }

  var isNegativeNumber: Bool {
    isSymbol(token, Mark.minus) && token(1).kind == .number && token(1).isGlued
  }

  mutating func readLiteral(_ kind: ParsedNode.Kind) {
    let node = add(ParsedNode(kind, token: position))
    position += 1
    mode = .value(node)
  }

  mutating func readPrimary() {
    if token.kind == .number { return readLiteral(.number) }
    if token.kind == .word {
      if token.word == Mark.empty { return readLiteral(.empty) }
      return readName()
    }
    if isNegativeNumber {
      position += 1
      var node = ParsedNode(.number, token: position)
      node.isNegative = true
      position += 1
      mode = .value(add(node))
      return
    }
    if isTypeMark() { return readExplicit() }
    switch token.word {
    case Mark.openParenthesis:
      push(.parentheses, at: position)
      position += 1
    case Mark.shadow where !library.isTyped:
      push(.shadow, at: position)
      position += 1
    case Mark.openBracket:
      push(.list, at: position)
      position += 1
      if take(Mark.closeBracket) { finish(.list) }
    default: fail(expected: "a value")
    }
  }

  /// Ends the value of the innermost frame.
  mutating func finish(_ kind: ParsedNode.Kind) { mode = .value(popNode(kind)) }

  /// Reads the name of a variable, or a call.
  mutating func readName() {
    let name = position
    position += 1
    if isSymbol(token, Mark.openParenthesis), token.isGlued {
      push(.arguments, at: name)
      open.append(ParsedArgument(kind: .parameter, token: Int32(name)))
      position += 1
      if take(Mark.closeParenthesis) { finish(.call) } else { mode = .operand }
      return
    }
    if let end = matchCallWords(at: position), isName(tokens[end]) {
      push(.call, at: name)
      open.append(ParsedArgument(kind: .parameter, token: Int32(name)))
      position = end
      readParameter()
      return
    }
    mode = .value(add(ParsedNode(.name, token: name)))
  }

  /// Returns the position after the words between a function and its inputs; nil if these words don't follow.
  func matchCallWords(at position: Int) -> Int? {
    var index = position
    for word in library.callWords {
      guard index < tokens.count, tokens[index].word == word.word, !word.isGlued || tokens[index].isGlued else {
        return nil
      }
      index += 1
    }
    return library.callWords.isEmpty ? nil : index
  }

  /// Reads the name of a called function's input.
  mutating func readParameter() {
    guard isName(token) else { return fail(expected: "the name of an input") }
    open.append(ParsedArgument(kind: .parameter, token: Int32(position)))
    position += 1
    mode = .operand
  }

  // MARK: - Named parts

  mutating func readExplicit() {
    let start = position
    position += 2
    if token.kind == .attribute {
      mode = .value(add(ParsedNode(.data, token: position)))
      position += 1
      return
    }
    guard isName(token) else { return fail(expected: "a block type") }
    push(.explicit, at: start)
    open.append(ParsedArgument(kind: .parameter, token: Int32(position)))
    position += 1
    guard token.isGlued, take(Mark.openParenthesis) else { return finish(.explicit) }
    if take(Mark.closeParenthesis) { finish(.explicit) } else { readNamedPart() }
  }

  mutating func readNamedPart() {
    guard isName(token) else { return fail(expected: "the name of a field or an input") }
    let name = Int32(position)
    position += 1
    if take(Mark.equals) { return readField(named: name) }
    guard take(Mark.colon) else { return fail(expected: "“=” and a field, or “:” and an input") }
    if beginBracedBody(ParsedArgument(kind: .body, token: name)) { return }
    open.append(ParsedArgument(kind: .operand, token: name))
    mode = .operand
  }

  mutating func readField(named name: Int32) {
    var node: ParsedNode
    if isNegativeNumber { position += 1 }
    switch token.kind {
    case .number:
      node = ParsedNode(.number, token: position)
      node.isNegative = isSymbol(tokens[position - 1], Mark.minus)
    case .text: node = ParsedNode(.text, token: position)
    case .word, .name: node = ParsedNode(.name, token: position)
    case .attribute: node = ParsedNode(.data, token: position)
    default: return fail(expected: "a number, a text or a name")
    }
    open.append(ParsedArgument(kind: .field, node: add(node), token: name))
    position += 1
    continueExplicit()
  }

  mutating func continueExplicit() {
    if take(Mark.comma) { return readNamedPart() }
    if take(Mark.closeParenthesis) { finish(.explicit) } else { fail(expected: "“,” or “)”") }
  }
}
