/// Reads the parts after a value: operators, more words, types, attributes, and the ends of brackets.
extension NotationParser {
  // MARK: - Behind a value

  /// Gives the topmost frame its operand.
  mutating func attach(_ node: Int32) {
    open.append(ParsedArgument(kind: .operand, node: node))
    frames[top].node = library.trie.nodes[frames[top].node].hole
  }

  /// Whether the topmost frame can end with the operand that is being read.
  func canEnd(_ frame: ParsedFrame) -> Bool {
    switch frame.kind {
    case .call: return true
    case .pattern:
      let hole = library.trie.nodes[frame.node].hole
      return hole >= 0 && !library.trie.nodes[hole].acceptances.isEmpty
    default: return false
    }
  }

  /// Ends the topmost frame with its operand.
  mutating func reduce(_ operand: Int32) -> Int32 {
    if frames[top].kind == .call {
      open.append(ParsedArgument(kind: .operand, node: operand))
      return popNode(.call)
    }
    attach(operand)
    return completePattern()
  }

  mutating func completePattern() -> Int32 {
    let group = frames[top].node
    let node = popNode(.words)
    nodes[node].group = group
    return node
  }

  mutating func continueValue(_ first: Int32) {
    var value = first
    while true {
      if endShadow(&value) { continue }
      if library.isTyped, beginSuffix(value) { return }
      if isSymbol(token, Mark.shadow), !isSymbol(token(1), Mark.openBrace) {
        if token(1).kind == .word, token(1).word == Mark.empty {
          nodes[value].cover = ParsedNode.noCover
          position += 2
          continue
        }
        push(.cover, at: position)
        frames[top].first = value
        position += 1
        mode = .operand
        return
      }
      if isTypeMark() {
        if stateType(of: value) { continue }
      } else if token.kind == .attribute {
        if frames[top].kind == .parentheses {
          addAttribute(to: value)
          continue
        }
      } else if token.word >= 0, token.kind == .word || token.kind == .symbol || token.kind == .number {
        if continueFrame(value) || beginAssignment(value) { return }
        if library.isTyped, beginsConditionedBody {
          attach(value)
          mode = .headEnd
          return
        }
        if let operation = beginOperator(value) {
          value = operation
          mode = .advance
          return
        }
      }
      if library.isTyped, frames[top].kind == .pattern, startsOperand(token, token(1)),
        case let hole = library.trie.nodes[frames[top].node].hole, hole >= 0, library.trie.nodes[hole].hole >= 0
      {
        attach(value)
        mode = .operand
        return
      }
      if library.isTyped, joinText(value) { return }
      if canEnd(frames[top]) {
        value = reduce(value)
        continue
      }
      if let next = endBracket(value) {
        value = next
        continue
      }
      return
    }
  }

  /// Ends the frame of a shadow, before or after a value, with its value.
  /// - Returns: false if the frame is another one.
  private mutating func endShadow(_ value: inout Int32) -> Bool {
    switch frames[top].kind {
    case .shadow: nodes[value].isShadow = true
    case .cover:
      let covering = frames[top].first
      nodes[covering].cover = value
      value = covering
    default: return false
    }
    frames.removeLast()
    return true
  }

  /// Reads `::type` after a value, if the value can be of that type.
  mutating func stateType(of value: Int32) -> Bool {
    guard isName(token(2)), let type = library.knownNumber(ofType: name(token(2))) else { return false }
    let node = nodes[value]
    guard node.type < 0, !node.isParenthesized, library.canBe(node, type) else { return false }
    nodes[value].type = type
    position += 3
    return true
  }

  mutating func addAttribute(to value: Int32) {
    attributes.append(ParsedAttribute(token: Int32(position), next: nodes[value].attributes))
    nodes[value].attributes = Int32(attributes.count - 1)
    position += 1
  }

  /// Continues the innermost frame whose words continue here.
  mutating func continueFrame(_ value: Int32) -> Bool {
    var index = top
    while index >= 0 {
      let frame = frames[index]
      switch frame.kind {
      case .pattern, .statement:
        let hole = library.trie.nodes[frame.node].hole
        guard hole >= 0 else { return false }
        if !library.trie.nodes[hole].edges.isEmpty, let (node, end) = run(from: hole, at: position) {
          var value = value
          while top > index { value = reduce(value) }
          attach(value)
          frames[top].node = node
          position = end
          mode = .advance
          return true
        }
        if library.trie.nodes[hole].acceptances.isEmpty { return false }
      case .call:
        if isSymbol(token, Mark.comma), isName(token(1)) {
          var value = value
          while top > index { value = reduce(value) }
          open.append(ParsedArgument(kind: .operand, node: value))
          position += 1
          readParameter()
          return true
        }
      default: return false
      }
      index = Int(frame.below)
    }
    return false
  }

  /// Turns a statement that begins with a name into one whose words follow.
  private mutating func beginAssignment(_ value: Int32) -> Bool {
    guard !isValue, frames[top].kind == .expression, nodes[value].kind == .name || library.isTyped,
      !nodes[value].isParenthesized,
      let (node, end) = run(from: library.trie.assignments, at: position)
    else { return false }
    open.append(ParsedArgument(kind: .operand, node: value))
    frames[top].kind = .statement
    frames[top].node = node
    position = end
    mode = .advance
    return true
  }

  /// Begins an operator after a value.
  /// - Returns: the value; nil if there is no operator.
  mutating func beginOperator(_ first: Int32) -> Int32? {
    let trie = library.trie
    guard let (node, end) = run(from: trie.operators, at: position) else { return nil }
    let precedence = trie.nodes[node].operatorPrecedence
    var value = first
    while frames[top].kind == .pattern, canEnd(frames[top]) {
      let tail = trie.nodes[trie.nodes[Int(frames[top].node)].hole].tailPrecedence
      let isFromRight = [Precedence.power, Precedence.conditional].contains(precedence)
      guard tail > precedence || tail == precedence && !isFromRight else { break }
      value = reduce(value)
    }
    let start = open.count
    push(.pattern, at: Int(nodes[value].token), node: node, arguments: start)
    open.append(ParsedArgument(kind: .operand, node: value))
    position = end
    return value
  }

  /// Ends a bracket or a statement with a value.
  /// - Returns: the value of the bracket; nil if the parser's mode has changed.
  mutating func endBracket(_ value: Int32) -> Int32? {
    switch frames[top].kind {
    case .parentheses:
      guard take(Mark.closeParenthesis) else {
        failToClose("“)”, an operator or an attribute")
        return nil
      }
      frames.removeLast()
      nodes[value].isParenthesized = true
      return value
    case .list, .arguments:
      let isList = frames[top].kind == .list
      open.append(ParsedArgument(kind: .operand, node: value))
      if take(Mark.comma) {
        mode = .operand
      } else if take(isList ? Mark.closeBracket : Mark.closeParenthesis) {
        finish(isList ? .list : .call)
      } else {
        failToClose(isList ? "“,”, “]” or an operator" : "“,”, “)” or an operator")
      }
      return nil
    case .index, .format, .method:
      endSuffix(value)
      return nil
    case .explicit:
      open[open.count - 1].node = value
      continueExplicit()
      return nil
    case .statement:
      attach(value)
      mode = .headEnd
      return nil
    case .expression:
      endExpression(value)
      return nil
    case .pattern:
      fail(expected: expectation(at: library.trie.nodes[frames[top].node].hole))
      return nil
    case .call, .shadow, .cover, .stack, .faulty:
      fail(expected: "something else")
      return nil
    }
  }

  mutating func failToClose(_ expected: String) {
    if library.isTyped, frames[top].kind == .list, token.kind == .word {
      refusal = "there is no block for a list with “\(name(token))” in it; a loop can fill it"
    }
    let bracket = Int(frames[top].token)
    if token.kind == .line || token.kind == .end {
      noteStop()
      report(at: bracket, "the bracket that begins here isn't closed on its line")
      return recover()
    }
    fail(expected: expected)
  }

  // MARK: - Words

  /// Continues after the words of the topmost frame.
  mutating func advance() {
    let frame = frames[top]
    let node = library.trie.nodes[frame.node]
    let canEnd = !node.acceptances.isEmpty || node.body >= 0
    if node.hole >= 0, !canEnd || startsOperand(token, token(1)) {
      mode = .operand
      return
    }
    // After a name, more words can follow directly.
    if !node.edges.isEmpty, let (next, end) = run(from: frame.node, at: position) {
      frames[top].node = next
      position = end
      return
    }
    if frame.kind == .statement {
      mode = .headEnd
      return
    }
    if node.body >= 0 {
      if beginBracedBody(ParsedArgument(kind: .body)) { return }
      if node.acceptances.isEmpty {
        open.append(ParsedArgument(kind: .body))
        frames[top].node = node.body
        return
      }
    }
    if node.acceptances.isEmpty { return fail(expected: expectation(at: frame.node)) }
    mode = .value(completePattern())
  }
}
