/// Reads statements, their bodies, and the parts between stacks.
extension NotationParser {
  // MARK: - Statements

  mutating func readStatement() {
    switch token.kind {
    case .end: return closeStack()
    case .line: return beginLine()
    case .comment:
      pendingComments.append(Int32(position))
      position += 1
      return
    case .attribute where frames.count == 1: return readRootAttribute()
    case .symbol where token.word == Mark.semicolon:
      if frames[top].isSingle, frames[top].first >= 0 {
        if goesOnAround(at: position + 1, stack: top) { position += 1 }
        return closeStack()
      }
      position += 1
      return
    case .symbol where token.word == Mark.closeBrace:
      if frames.count > 1 { return closeStack() }
      return fail(expected: "a statement")
    case .symbol where token.word == Mark.shadow && !pendingShadow:
      pendingShadow = true
      position += 1
      return
    default: break
    }
    let start = position
    if isValue {
      push(.expression, at: start)
      mode = .operand
      return
    }
    if canCloseStack { return closeStack() }
    if token.kind == .word, library.continuationWords.contains(token.word),
      library.trie.target(of: library.trie.statements, LabelWord(word: token.word, isGlued: false)) == nil
    {
      return followsMistake ? recover() : fail(expected: "a statement; nothing above it continues with this word")
    }
    if !beginsCallOrAssignment,
      let (node, end) = run(from: library.trie.statements, at: position, isStrict: !isName(token))
    {
      push(.statement, at: start, node: node)
      position = end
      mode = .advance
    } else if startsOperand(token, token(1)) {
      push(.expression, at: start)
      mode = .operand
    } else {
      if followsMistake { return recover() }
      return fail(expected: "a statement")
    }
    frames[top].comments = pendingComments.isEmpty ? nil : pendingComments
    frames[top].isShadow = pendingShadow
    pendingComments = []
    pendingShadow = false
  }

  /// Whether a word with which wordings begin is a name in a typed line: `print("a", x)`, `print = 5`.
  private var beginsCallOrAssignment: Bool {
    guard library.isTyped, isName(token), token(1).kind == .symbol else { return false }
    if isSymbol(token(1), Mark.openParenthesis), token(1).isGlued {
      let name = name(token)
      return functions.contains(name) || library.callAliases[name]?.contains { $0.isValue(false) } ?? false
    }
    return run(from: library.trie.assignments, at: position + 1) != nil
  }

  /// Whether a word continues the statement around the stack, although it is indented like the stack's lines.
  private var canCloseStack: Bool { goesOnAround(at: position, stack: top) }

  /// - Parameter stack: the index of the frame of the statements that would end.
  private func goesOnAround(at position: Int, stack: Int) -> Bool {
    let token = tokens[min(position, tokens.count - 1)]
    guard token.kind == .word, library.continuationWords.contains(token.word), stack > 0,
      !frames[stack].isBraced, frames[stack - 1].kind == .statement
    else { return false }
    let body = library.trie.nodes[frames[stack - 1].node].body
    return body >= 0 && run(from: body, at: position) != nil
  }

  /// Whether a statement ends here; in a typed line also before a word that continues the statement around it, as in
  /// `if x then print 1 else print 2`.
  private var isEndOfStatement: Bool {
    token.kind == .line || token.kind == .end || isSymbol(token, Mark.closeBrace) || isSymbol(token, Mark.semicolon)
      || library.isTyped && goesOnAround(at: position, stack: top - 1)
  }

  mutating func beginLine() {
    let (indentation, isAfterBlank) = (token.word, token.isGlued)
    let level = frames[top].level
    let isRoot = frames.count == 1
    if isRoot, isAfterBlank {
      endRootComment()
      frames[top].last = -1
      followsMistake = false
    }
    if frames[top].isBraced, isSymbol(token(1), Mark.closeBrace) {
      // The closing brace may have any indentation.
    } else if level < 0 {
      frames[top].level = indentation
    } else if indentation > level {
      report(at: position + 1, "this line is indented, but nothing above it has a body")
    } else if indentation < level, !frames[top].isBraced {
      return closeStack()
    }
    position += 1
  }

  /// Ends the statements of the topmost stack.
  mutating func closeStack() {
    let stack = frames[top]
    if frames.count == 1 {
      endRootComment()
      mode = .finished
      return
    }
    endRootComment()
    if stack.isBraced, !take(Mark.closeBrace) {
      report(at: Int(stack.token) - 1, "the brace that begins here isn't closed")
      frames.removeLast()
      return recover()
    }
    frames.removeLast()
    if frames[top].kind == .faulty {
      frames.removeLast()
      mode = .statement
      return
    }
    if stack.isCovered {
      frames[top].cover = stack.first
      mode = frames[top].kind == .expression ? .value(frames[top].first) : .headEnd
      return
    }
    open[open.count - 1].node = stack.first
    if frames[top].kind == .explicit { return continueExplicit() }
    frames[top].node = library.trie.nodes[frames[top].node].body
    mode = frames[top].kind == .statement ? .bodyEnd : .advance
  }

  /// Reads attributes and the body of a statement.
  mutating func endHead() {
    while true {
      if isTypeMark(), isName(token(2)) {
        guard let type = library.knownNumber(ofType: name(token(2))) else {
          position += 2
          return fail(expected: "a known block type")
        }
        frames[top].type = type
        position += 3
      } else if token.kind == .attribute {
        attributes.append(ParsedAttribute(token: Int32(position), next: frames[top].attributes))
        frames[top].attributes = Int32(attributes.count - 1)
        position += 1
      } else if token.kind == .comment {
        addComment()
      } else if isSymbol(token, Mark.shadow), isSymbol(token(1), Mark.openBrace) {
        return readCovered()
      } else {
        break
      }
    }
    let node = library.trie.nodes[frames[top].node]
    // A colon may precede the body, as in Python.
    if node.body >= 0, isSymbol(token, Mark.colon), token(1).kind == .line || token(1).kind == .end { position += 1 }
    if node.body >= 0, library.isTyped, beginTypedBody(at: frames[top].node) { return }
    if node.body >= 0 {
      if beginBracedBody(ParsedArgument(kind: .body)) { return }
      if token.kind == .line, token.word > stackLevel {
        open.append(ParsedArgument(kind: .body))
        return pushStack(level: token.word, isBraced: false)
      }
      if node.acceptances.isEmpty {
        open.append(ParsedArgument(kind: .body))
        frames[top].node = node.body
      }
    }
    endBody()
  }

  /// Skips the words and signs that text-based languages have before a body, and begins a body on the same line:
  /// `if x: print("x")`, or without braces `if (x) alert("x"); else alert("y")`, whose bodies have one statement.
  private mutating func beginTypedBody(at node: Int32) -> Bool {
    let start = position
    if token.kind == .word, library.bodyWords.contains(token.word) { position += 1 }
    if isSymbol(token, Mark.colon) { position += 1 }
    if isSymbol(token, Mark.openBrace), token(1).kind == .end { position += 1 }
    if position == start, token.kind == .word || token.kind == .name, run(from: node, at: position) == nil {
      let last = tokens[position - 1]
      guard isSymbol(last, Mark.closeParenthesis) || library.continuationWords.contains(last.word) else {
        refusal =
          isOperator(token)
          ? "a value is missing after “\(name(token))”"
          : "“\(operatorWord(before: token) ?? ":")” is missing before “\(name(token))”"
        return false
      }
    } else if position == start {
      return false
    }
    guard token.kind != .end, token.kind != .comment else { return false }
    open.append(ParsedArgument(kind: .body))
    let isSingle = position == start
    pushStack(level: -1, isBraced: false)
    frames[top].isSingle = isSingle
    return true
  }

  /// Whether an operator begins with a word: `and`.
  private func isOperator(_ token: Token) -> Bool {
    token.kind == .word
      && library.trie.target(of: library.trie.operators, LabelWord(word: token.word, isGlued: false)) != nil
  }

  /// Returns the first word of an operator whose second word a token is: `is` for `x divisible by 3`.
  private func operatorWord(before token: Token) -> String? {
    guard token.kind == .word else { return nil }
    let trie = library.trie
    let second = LabelWord(word: token.word, isGlued: false)
    let first = trie.nodes[trie.operators].edges.first { trie.target(of: $0.target, second) != nil }
    return first.map { library.text([$0.word]) }
  }

  /// Reads the shadows that the topmost statement covers: `~{ … }`.
  mutating func readCovered() {
    position += 2
    pushStack(level: -1, isBraced: true)
    frames[top].isCovered = true
  }

  /// The indentation of the statement that is being read.
  var stackLevel: Int32 {
    var index = top
    while frames[index].kind != .stack { index -= 1 }
    return max(frames[index].level, 0)
  }

  /// Continues after a body or a line: with the statement's next words, or without.
  mutating func endBody() {
    let node = frames[top].node
    let reached = library.trie.nodes[node]
    let isLine = token.kind == .line
    let start = isLine ? position + 1 : position
    let isRoot = frames.count == 2
    if !reached.edges.isEmpty, !isLine || token.word == stackLevel, let (next, end) = run(from: node, at: start) {
      let isSeparate = isLine && isRoot && token.isGlued
      if !isSeparate || run(from: library.trie.statements, at: start) == nil {
        frames[top].node = next
        position = end
        mode = .advance
        return
      }
    }
    guard !reached.acceptances.isEmpty, isEndOfStatement else {
      // In a typed line, don't list all the words that may follow a body.
      let isWhole = library.isTyped && !reached.acceptances.isEmpty
      return fail(expected: isWhole ? "an operator or the end of the line" : expectation(at: node))
    }
    if frames[top].type >= 0, !library.accepts(node, frames[top].type) {
      report(at: Int(frames[top].token), "no block of the stated type is written like this")
      return recover()
    }
    let frame = frames[top]
    let statement = popNode(.words)
    nodes[statement].group = node
    nodes[statement].type = frame.type
    nodes[statement].attributes = frame.attributes
    nodes[statement].comments = frame.comments
    nodes[statement].isShadow = frame.isShadow
    if frame.cover >= 0 { nodes[statement].cover = frame.cover }
    link(statement)
  }

  mutating func link(_ index: Int32) {
    if frames[top].last >= 0 {
      nodes[frames[top].last].next = index
    } else {
      if frames.count == 1 { items.append(.stack(index)) }
      if frames[top].first < 0 { frames[top].first = index }
    }
    frames[top].last = index
    followsMistake = false
    mode = .statement
  }

  /// Ends a statement that is a value: a call, named parts, or a value beside the program.
  mutating func endExpression(_ value: Int32) {
    if isTypeMark(), isName(token(2)) { return fail(expected: "a type that is written like this") }
    while token.kind == .attribute || token.kind == .comment {
      if token.kind == .attribute {
        addAttribute(to: value)
      } else {
        addComment()
      }
    }
    if isSymbol(token, Mark.shadow), isSymbol(token(1), Mark.openBrace) {
      frames[top].first = value
      return readCovered()
    }
    guard isEndOfStatement else {
      let node = nodes[value]
      if library.isTyped, !isValue, isSymbol(token, Mark.comma), [.name, .index].contains(node.kind) {
        refusal = "a line sets one variable at a time"
      }
      let isBareWord = node.kind == .name && !node.isParenthesized && tokens[node.token].kind == .word
      if isBareWord, startsOperand(token, token(1)) { return failBeginning(at: Int(node.token)) }
      return fail(expected: "an operator or the end of the line")
    }
    if nodes[value].kind == .empty, !isValue {
      report(at: Int(nodes[value].token), "“_” is an empty input, not a block")
      return recover()
    }
    if isUnfinished, !isValue, ![.name, .call, .explicit, .method].contains(nodes[value].kind) {
      return fail(expected: "a statement")
    }
    if isValue { nodes[value].isParenthesized = true } else { nodes[value].isStatement = true }
    if nodes[value].kind == .name, !nodes[value].isParenthesized {
      arguments.append(ParsedArgument(kind: .parameter, token: nodes[value].token))
      nodes[value].kind = .call
      nodes[value].arguments = Int32(arguments.count - 1)..<Int32(arguments.count)
    }
    nodes[value].comments = frames[top].comments
    if frames[top].isShadow { nodes[value].isShadow = true }
    if frames[top].cover >= 0 { nodes[value].cover = frames[top].cover }
    frames.removeLast()
    link(value)
  }

  // MARK: - The root

  mutating func endRootComment(attributes: [Int32] = []) {
    if pendingComments.isEmpty { return }
    items.append(.comment(lines: pendingComments, attributes: attributes))
    pendingComments = []
  }

  private mutating func addComment() {
    frames[top].comments = (frames[top].comments ?? []) + [Int32(position)]
    position += 1
  }

  /// Reads a line of attributes at the root: those of a comment or the program, or a foreign node.
  mutating func readRootAttribute() {
    if !pendingComments.isEmpty {
      var found: [Int32] = []
      while token.kind == .attribute {
        found.append(Int32(position))
        position += 1
      }
      return endRootComment(attributes: found)
    }
    if AttributeText.name(of: token, in: lexer.bytes) == "foreign" {
      items.append(.foreign(token: Int32(position)))
      position += 1
      return
    }
    let start = position
    while token.kind != .line, token.kind != .end { position += 1 }
    header.append(start..<position)
  }

  /// Returns the name in a token.
  func name(_ token: Token) -> String {
    let bytes = bytes(of: token)
    guard token.kind == .name || token.kind == .text else { return String(decoding: bytes, as: UTF8.self) }
    return NameText.unquoted(bytes) ?? ""
  }
}
