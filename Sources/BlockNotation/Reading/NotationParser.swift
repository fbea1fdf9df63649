/// Reads a text into nodes, from left to right, with a list of what is open instead of recursion.
struct NotationParser {
  let library: NotationLibrary
  let lexer: Lexer
  private(set) var nodes: [ParsedNode] = []
  private(set) var arguments: [ParsedArgument] = []
  private(set) var attributes: [ParsedAttribute] = []
  /// The stacks, comments and foreign nodes of the text, in order.
  private(set) var items: [Item] = []
  private(set) var mistakes: [NotationMistake] = []
  /// The tokens of the header's attributes, each with the tokens that follow it on its line.
  private(set) var header: [Range<Int>] = []

  enum Item {
    case stack(Int32)
    /// Lines of a comment, and the attributes behind them.
    case comment(lines: [Int32], attributes: [Int32])
    case foreign(token: Int32)
  }

  var tokens: [Token] { lexer.tokens }
  private var position = 0
  private var frames: [ParsedFrame] = []
  /// The arguments of open frames.
  private var open: [ParsedArgument] = []
  private var pendingComments: [Int32] = []
  private var pendingShadow = false
  /// Whether the last statement had a mistake, so that a line that continues it is no other one.
  private var followsMistake = false
  private var mode = Mode.statement

  private enum Mode: Equatable {
    case statement
    case operand
    /// A value has been read.
    case value(Int32)
    /// The words of the topmost frame have been read up to its node.
    case advance
    /// The line of the topmost statement is complete.
    case headEnd
    /// A body of the topmost statement is complete.
    case bodyEnd
    case finished
  }

  init(_ bytes: [UInt8], library: NotationLibrary) {
    self.library = library
    lexer = Lexer(bytes, words: library.words)
    for fault in lexer.faults { mistakes.append(NotationMistake(place: fault.place, message: fault.cause)) }
  }

  /// Reads the whole text.
  mutating func parse() {
    var root = ParsedFrame(.stack, token: 0)
    root.level = 0
    frames = [root]
    nodes.reserveCapacity(tokens.count / 2)
    while mode != .finished { step() }
    mistakes.sort { $0.place < $1.place }
  }

  private mutating func step() {
    switch mode {
    case .statement: readStatement()
    case .operand: readOperand()
    case .value(let node): continueValue(node)
    case .advance: advance()
    case .headEnd: endHead()
    case .bodyEnd: endBody()
    case .finished: break
    }
  }

  // MARK: - Tokens

  private var token: Token { tokens[min(position, tokens.count - 1)] }

  private func token(_ offset: Int) -> Token { tokens[min(position + offset, tokens.count - 1)] }

  private func isSymbol(_ token: Token, _ mark: Int32) -> Bool { token.kind == .symbol && token.word == mark }

  /// Whether `::` begins at an offset.
  private func isTypeMark(_ offset: Int = 0) -> Bool {
    isSymbol(token(offset), Mark.colon) && isSymbol(token(offset + 1), Mark.colon) && token(offset + 1).isGlued
  }

  private func isName(_ token: Token) -> Bool {
    token.kind == .name || token.kind == .word && token.word != Mark.empty
  }

  private func startsOperand(_ token: Token, _ next: Token) -> Bool {
    switch token.kind {
    case .number, .text, .name, .word, .fault: return true
    case .symbol:
      switch token.word {
      case Mark.openParenthesis, Mark.openBracket, Mark.shadow: return true
      case Mark.colon: return isSymbol(next, Mark.colon) && next.isGlued
      case -1: return false
      default:
        return library.trie.target(of: library.trie.values, LabelWord(word: token.word, isGlued: false)) != nil
          || token.word == Mark.minus && next.kind == .number && next.isGlued
      }
    case .attribute, .comment, .line, .end: return false
    }
  }

  /// Follows words from a node as far as they lead to a place where something can stand.
  /// - Parameter isStrict: whether an operand must follow where only an operand can.
  private func run(from start: Int32, at position: Int, isStrict: Bool = true) -> (node: Int32, position: Int)? {
    let trie = library.trie
    var (node, index) = (start, position)
    var best: (node: Int32, position: Int)?
    var loose: (node: Int32, position: Int)?
    while index < tokens.count {
      let token = tokens[index]
      guard token.word >= 0, token.kind == .word || token.kind == .symbol || token.kind == .number else { break }
      var target: Int32?
      if token.isGlued, index > position {
        target = trie.target(of: node, LabelWord(word: token.word, isGlued: true))
      }
      target = target ?? trie.target(of: node, LabelWord(word: token.word, isGlued: false))
      guard let target else { break }
      node = target
      index += 1
      let reached = trie.nodes[Int(node)]
      if !reached.acceptances.isEmpty || reached.body >= 0
        || reached.hole >= 0 && startsOperand(tokens[index], tokens[min(index + 1, tokens.count - 1)])
      {
        best = (node, index)
      } else if reached.hole >= 0 {
        loose = (node, index)
      }
    }
    return best ?? (isStrict ? nil : loose)
  }

  // MARK: - Mistakes

  private mutating func report(at index: Int, _ message: String) {
    let place = Int(tokens[min(index, tokens.count - 1)].start)
    if mistakes.contains(where: { $0.place == place }) { return }
    mistakes.append(NotationMistake(place: place, message: message))
  }

  private func text(of token: Token) -> String {
    switch token.kind {
    case .line, .end: "the end of the line"
    default: "“\(String(decoding: lexer.bytes[Int(token.start)..<Int(token.end)].prefix(40), as: UTF8.self))”"
    }
  }

  /// Reports a token that doesn't fit, and goes on behind its line.
  private mutating func fail(expected: String) {
    if token.kind != .fault { report(at: position, "\(text(of: token)) doesn't fit here; expected \(expected)") }
    recover()
  }

  /// Leaves the statement with the mistake: goes to the end of its line, and reads its body.
  private mutating func recover() {
    while let frame = frames.last, frame.kind != .stack { dropFrame(frame) }
    var depth = 0
    skip: while true {
      switch token.kind {
      case .end: break skip
      case .line where depth == 0: break skip
      case .symbol where token.word == Mark.openBrace: depth += 1
      case .symbol where token.word == Mark.closeBrace:
        if depth == 0 { break skip }
        depth -= 1
      default: break
      }
      position += 1
    }
    followsMistake = true
    pendingShadow = false
    pendingComments = []
    if token.kind == .line, let stack = frames.last, stack.level >= 0, token.word > stack.level {
      frames.append(ParsedFrame(.faulty, token: position))
      pushStack(level: token.word, isBraced: false)
    }
    mode = .statement
  }

  private mutating func dropFrame(_ frame: ParsedFrame) {
    if frame.kind != .faulty { open.removeSubrange(min(Int(frame.arguments), open.count)...) }
    frames.removeLast()
  }

  /// The words that can follow a node, for messages.
  private func expectation(at node: Int32) -> String {
    let reached = library.trie.nodes[Int(node)]
    var parts = reached.edges.map { "“\(library.words[$0.word.word])”" }
    if parts.count > 8 { parts = Array(parts.prefix(8)) + ["…"] }
    if reached.hole >= 0 { parts.append(reached.holeKinds == .name ? "a name" : "a value") }
    if parts.isEmpty { return "the end of the line" }
    return parts.count == 1 ? parts[0] : parts.dropLast().joined(separator: ", ") + " or " + parts[parts.count - 1]
  }

  // MARK: - Frames

  private mutating func push(_ kind: ParsedFrame.Kind, at index: Int, node: Int32 = -1, arguments count: Int? = nil) {
    var frame = ParsedFrame(kind, token: index)
    frame.node = node
    frame.arguments = Int32(count ?? open.count)
    if let below = frames.last {
      switch below.kind {
      case .pattern, .statement, .call: frame.below = canSkip(below) ? below.below : Int32(frames.count - 1)
      default: break
      }
    }
    frames.append(frame)
  }

  /// Whether no word can continue a frame behind its operand, and it can end there.
  private func canSkip(_ frame: ParsedFrame) -> Bool {
    guard frame.kind == .pattern, frame.node >= 0 else { return false }
    let hole = library.trie.nodes[Int(frame.node)].hole
    guard hole >= 0 else { return false }
    let node = library.trie.nodes[Int(hole)]
    return node.edges.isEmpty && !node.acceptances.isEmpty
  }

  private mutating func pushStack(level: Int32, isBraced: Bool) {
    var stack = ParsedFrame(.stack, token: position)
    stack.level = level
    stack.isBraced = isBraced
    stack.arguments = Int32(open.count)
    frames.append(stack)
    mode = .statement
  }

  private var top: Int { frames.count - 1 }

  private mutating func add(_ node: ParsedNode) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  /// Moves the arguments of the topmost frame to a node.
  private mutating func takeArguments() -> Range<Int32> {
    let start = Int(frames[top].arguments)
    let first = Int32(arguments.count)
    arguments.append(contentsOf: open[start...])
    open.removeSubrange(start...)
    return first..<Int32(arguments.count)
  }

  // MARK: - Operands

  private mutating func readOperand() {
    let frame = frames[top]
    if frame.kind == .pattern || frame.kind == .statement,
      library.trie.nodes[Int(frame.node)].holeKinds == .name
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
      if let (node, end) = run(from: library.trie.values, at: position), !isNegativeNumber {
        push(.pattern, at: position, node: node)
        position = end
        mode = .advance
        return
      }
      readPrimary()
    case .text: readLiteral(.text)
    case .name: readName()
    case .attribute, .comment, .line, .end, .fault: fail(expected: "a value")
    }
  }

  private var isNegativeNumber: Bool {
    isSymbol(token, Mark.minus) && token(1).kind == .number && token(1).isGlued
  }

  private mutating func readLiteral(_ kind: ParsedNode.Kind) {
    let node = add(ParsedNode(kind, token: position))
    position += 1
    mode = .value(node)
  }

  private mutating func readPrimary() {
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
    case Mark.shadow:
      push(.shadow, at: position)
      position += 1
    case Mark.openBracket:
      push(.list, at: position)
      position += 1
      if isSymbol(token, Mark.closeBracket) { finishList() }
    default: fail(expected: "a value")
    }
  }

  private mutating func finishList() {
    var node = ParsedNode(.list, token: Int(frames[top].token))
    node.arguments = takeArguments()
    frames.removeLast()
    position += 1
    mode = .value(add(node))
  }

  /// Reads the name of a variable, or a call.
  private mutating func readName() {
    let name = position
    position += 1
    if isSymbol(token, Mark.openParenthesis), token.isGlued {
      push(.arguments, at: name)
      open.append(ParsedArgument(kind: .parameter, token: Int32(name)))
      position += 1
      if isSymbol(token, Mark.closeParenthesis) { finishCall(isInParentheses: true) } else { mode = .operand }
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

  /// Returns the position behind the words between a function and its inputs; nil if others stand there.
  private func matchCallWords(at position: Int) -> Int? {
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
  private mutating func readParameter() {
    guard isName(token) else { return fail(expected: "the name of an input") }
    open.append(ParsedArgument(kind: .parameter, token: Int32(position)))
    position += 1
    mode = .operand
  }

  private mutating func finishCall(isInParentheses: Bool) {
    var node = ParsedNode(.call, token: Int(frames[top].token))
    node.arguments = takeArguments()
    frames.removeLast()
    if isInParentheses { position += 1 }
    mode = .value(add(node))
  }

  // MARK: - Named parts

  private mutating func readExplicit() {
    let start = position
    position += 2
    if token.kind == .attribute {
      mode = .value(add(ParsedNode(.json, token: position)))
      position += 1
      return
    }
    guard isName(token) else { return fail(expected: "a block type") }
    push(.explicit, at: start)
    open.append(ParsedArgument(kind: .parameter, token: Int32(position)))
    position += 1
    if isSymbol(token, Mark.openParenthesis), token.isGlued {
      position += 1
      if isSymbol(token, Mark.closeParenthesis) { return finishExplicit(isInParentheses: true) }
      return readNamedPart()
    }
    finishExplicit(isInParentheses: false)
  }

  private mutating func readNamedPart() {
    guard isName(token) else { return fail(expected: "the name of a field or an input") }
    let name = Int32(position)
    position += 1
    if isSymbol(token, Mark.equals) {
      position += 1
      return readField(named: name)
    }
    guard isSymbol(token, Mark.colon) else { return fail(expected: "“=” and a field, or “:” and an input") }
    position += 1
    if isSymbol(token, Mark.openBrace) {
      position += 1
      open.append(ParsedArgument(kind: .body, token: name))
      return pushStack(level: -1, isBraced: true)
    }
    open.append(ParsedArgument(kind: .operand, token: name))
    mode = .operand
  }

  private mutating func readField(named name: Int32) {
    var node: ParsedNode
    if isNegativeNumber { position += 1 }
    switch token.kind {
    case .number:
      node = ParsedNode(.number, token: position)
      node.isNegative = isSymbol(tokens[position - 1], Mark.minus)
    case .text: node = ParsedNode(.text, token: position)
    case .word, .name: node = ParsedNode(.name, token: position)
    case .attribute: node = ParsedNode(.json, token: position)
    default: return fail(expected: "a number, a text or a name")
    }
    open.append(ParsedArgument(kind: .field, node: add(node), token: name))
    position += 1
    continueExplicit()
  }

  private mutating func continueExplicit() {
    if isSymbol(token, Mark.comma) {
      position += 1
      return readNamedPart()
    }
    guard isSymbol(token, Mark.closeParenthesis) else { return fail(expected: "“,” or “)”") }
    finishExplicit(isInParentheses: true)
  }

  private mutating func finishExplicit(isInParentheses: Bool) {
    var node = ParsedNode(.explicit, token: Int(frames[top].token))
    node.arguments = takeArguments()
    frames.removeLast()
    if isInParentheses { position += 1 }
    mode = .value(add(node))
  }

  // MARK: - Behind a value

  /// Gives the topmost frame its operand.
  private mutating func attach(_ node: Int32) {
    open.append(ParsedArgument(kind: .operand, node: node))
    frames[top].node = library.trie.nodes[Int(frames[top].node)].hole
  }

  /// Whether the topmost frame can end with the operand that is being read.
  private func canEnd(_ frame: ParsedFrame) -> Bool {
    switch frame.kind {
    case .call: return true
    case .pattern:
      let hole = library.trie.nodes[Int(frame.node)].hole
      return hole >= 0 && !library.trie.nodes[Int(hole)].acceptances.isEmpty
    default: return false
    }
  }

  /// Ends the topmost frame with its operand.
  private mutating func reduce(_ operand: Int32) -> Int32 {
    if frames[top].kind == .call {
      open.append(ParsedArgument(kind: .operand, node: operand))
      var node = ParsedNode(.call, token: Int(frames[top].token))
      node.arguments = takeArguments()
      frames.removeLast()
      return add(node)
    }
    attach(operand)
    return completePattern()
  }

  private mutating func completePattern() -> Int32 {
    var node = ParsedNode(.words, token: Int(frames[top].token))
    node.group = frames[top].node
    node.arguments = takeArguments()
    frames.removeLast()
    return add(node)
  }

  private mutating func continueValue(_ first: Int32) {
    var value = first
    while true {
      switch frames[top].kind {
      case .shadow:
        nodes[Int(value)].isShadow = true
        frames.removeLast()
        continue
      case .cover:
        let covering = frames[top].first
        nodes[Int(covering)].cover = value
        frames.removeLast()
        value = covering
        continue
      default: break
      }
      if isSymbol(token, Mark.shadow) {
        if token(1).kind == .word, token(1).word == Mark.empty {
          nodes[Int(value)].cover = ParsedNode.noCover
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
        if continueFrame(value) { return }
        if let operation = beginOperator(value) {
          value = operation
          mode = .advance
          return
        }
      }
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

  /// Takes `::type` for a value if it can be of that type.
  private mutating func stateType(of value: Int32) -> Bool {
    guard isName(token(2)), let type = library.knownNumber(ofType: name(token(2))) else { return false }
    let node = nodes[Int(value)]
    guard node.type < 0, library.canBe(node, type) else { return false }
    nodes[Int(value)].type = type
    position += 3
    return true
  }

  private mutating func addAttribute(to value: Int32) {
    attributes.append(ParsedAttribute(token: Int32(position), next: nodes[Int(value)].attributes))
    nodes[Int(value)].attributes = Int32(attributes.count - 1)
    position += 1
  }

  /// Goes on with the words of the innermost frame that waits for this one.
  private mutating func continueFrame(_ value: Int32) -> Bool {
    var index = top
    while index >= 0 {
      let frame = frames[index]
      switch frame.kind {
      case .pattern, .statement:
        let hole = library.trie.nodes[Int(frame.node)].hole
        guard hole >= 0 else { return false }
        if !library.trie.nodes[Int(hole)].edges.isEmpty, let (node, end) = run(from: hole, at: position) {
          var value = value
          while top > index { value = reduce(value) }
          attach(value)
          frames[top].node = node
          position = end
          mode = .advance
          return true
        }
        if library.trie.nodes[Int(hole)].acceptances.isEmpty { return false }
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

  /// Begins an operator behind a value.
  /// - Returns: the value; nil if there is no operator.
  private mutating func beginOperator(_ first: Int32) -> Int32? {
    let trie = library.trie
    guard let (node, end) = run(from: trie.operators, at: position) else { return nil }
    let precedence = trie.nodes[Int(node)].operatorPrecedence
    var value = first
    while frames[top].kind == .pattern, canEnd(frames[top]) {
      let tail = trie.nodes[Int(trie.nodes[Int(frames[top].node)].hole)].tailPrecedence
      guard tail > precedence || tail == precedence && precedence != Precedence.power else { break }
      value = reduce(value)
    }
    let start = open.count
    push(.pattern, at: Int(nodes[Int(value)].token), node: node, arguments: start)
    open.append(ParsedArgument(kind: .operand, node: value))
    position = end
    return value
  }

  /// Ends a bracket or a statement with a value.
  /// - Returns: the value in which the bracket results; nil if something else is to be read.
  private mutating func endBracket(_ value: Int32) -> Int32? {
    switch frames[top].kind {
    case .parentheses:
      guard isSymbol(token, Mark.closeParenthesis) else {
        failToClose("“)”, an operator or an attribute")
        return nil
      }
      frames.removeLast()
      position += 1
      nodes[Int(value)].isParenthesized = true
      return value
    case .list, .arguments:
      let isList = frames[top].kind == .list
      open.append(ParsedArgument(kind: .operand, node: value))
      if isSymbol(token, Mark.comma) {
        position += 1
        mode = .operand
        return nil
      }
      guard isSymbol(token, isList ? Mark.closeBracket : Mark.closeParenthesis) else {
        failToClose(isList ? "“,”, “]” or an operator" : "“,”, “)” or an operator")
        return nil
      }
      if isList { finishList() } else { finishCall(isInParentheses: true) }
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
      fail(expected: expectation(at: library.trie.nodes[Int(frames[top].node)].hole))
      return nil
    case .call, .shadow, .cover, .stack, .faulty:
      fail(expected: "something else")
      return nil
    }
  }

  private mutating func failToClose(_ expected: String) {
    let bracket = Int(frames[top].token)
    if token.kind == .line || token.kind == .end {
      report(at: bracket, "the bracket that begins here isn't closed on its line")
      return recover()
    }
    fail(expected: expected)
  }

  // MARK: - Words

  /// Reads what follows the words of the topmost frame.
  private mutating func advance() {
    let frame = frames[top]
    let node = library.trie.nodes[Int(frame.node)]
    let canEnd = !node.acceptances.isEmpty || node.body >= 0
    if node.hole >= 0, !canEnd || startsOperand(token, token(1)) {
      mode = .operand
      return
    }
    // Behind a name, more words can follow directly.
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
      if isSymbol(token, Mark.openBrace) {
        position += 1
        open.append(ParsedArgument(kind: .body))
        return pushStack(level: -1, isBraced: true)
      }
      if node.acceptances.isEmpty {
        open.append(ParsedArgument(kind: .body))
        frames[top].node = node.body
        return
      }
    }
    if node.acceptances.isEmpty { return fail(expected: expectation(at: frame.node)) }
    mode = .value(completePattern())
  }

  // MARK: - Statements

  private mutating func readStatement() {
    switch token.kind {
    case .end: return closeStack()
    case .line: return beginLine()
    case .comment:
      pendingComments.append(Int32(position))
      position += 1
      return
    case .attribute where frames.count == 1: return readRootAttribute()
    case .symbol where token.word == Mark.semicolon:
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
    if let (node, end) = run(from: library.trie.statements, at: position, isStrict: !isName(token)) {
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

  private mutating func beginLine() {
    let (indentation, isAfterBlank) = (token.word, token.isGlued)
    let level = frames[top].level
    let isRoot = frames.count == 1
    if isRoot, isAfterBlank {
      endRootComment()
      frames[top].last = -1
      followsMistake = false
    }
    if level < 0 {
      frames[top].level = indentation
    } else if indentation > level {
      report(at: position + 1, "this line is indented, but nothing above it has a body")
    } else if indentation < level, !frames[top].isBraced {
      return closeStack()
    }
    position += 1
  }

  /// Ends the statements of the topmost stack.
  private mutating func closeStack() {
    let stack = frames[top]
    if frames.count == 1 {
      endRootComment()
      mode = .finished
      return
    }
    if !pendingComments.isEmpty {
      items.append(.comment(lines: pendingComments, attributes: []))
      pendingComments = []
    }
    if stack.isBraced {
      guard isSymbol(token, Mark.closeBrace) else {
        report(at: Int(stack.token) - 1, "the brace that begins here isn't closed")
        frames.removeLast()
        return recover()
      }
      position += 1
    }
    frames.removeLast()
    if frames[top].kind == .faulty {
      frames.removeLast()
      mode = .statement
      return
    }
    open[open.count - 1].node = stack.first
    if frames[top].kind == .explicit { return continueExplicit() }
    frames[top].node = library.trie.nodes[Int(frames[top].node)].body
    mode = frames[top].kind == .statement ? .bodyEnd : .advance
  }

  /// Reads attributes and the body of a statement.
  private mutating func endHead() {
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
        frames[top].comments = (frames[top].comments ?? []) + [Int32(position)]
        position += 1
      } else {
        break
      }
    }
    let node = library.trie.nodes[Int(frames[top].node)]
    if node.body >= 0 {
      if isSymbol(token, Mark.openBrace) {
        position += 1
        open.append(ParsedArgument(kind: .body))
        return pushStack(level: -1, isBraced: true)
      }
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

  /// The indentation of the statement that is being read.
  private var stackLevel: Int32 {
    var index = top
    while frames[index].kind != .stack { index -= 1 }
    return max(frames[index].level, 0)
  }

  /// Goes on behind a body or a line: with the statement's next words, or without.
  private mutating func endBody() {
    let node = frames[top].node
    let reached = library.trie.nodes[Int(node)]
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
    let isEnd = isLine || token.kind == .end || isSymbol(token, Mark.closeBrace) || isSymbol(token, Mark.semicolon)
    guard !reached.acceptances.isEmpty, isEnd else { return fail(expected: expectation(at: node)) }
    if frames[top].type >= 0, !library.accepts(node, frames[top].type) {
      report(at: Int(frames[top].token), "no block of the stated type is written like this")
      return recover()
    }
    var statement = ParsedNode(.words, token: Int(frames[top].token))
    statement.group = node
    statement.type = frames[top].type
    statement.arguments = takeArguments()
    link(statement)
  }

  /// Ends the topmost frame with a statement.
  private mutating func link(_ statement: ParsedNode) {
    var statement = statement
    statement.attributes = frames[top].attributes
    statement.comments = frames[top].comments
    statement.isShadow = frames[top].isShadow
    frames.removeLast()
    link(add(statement))
  }

  private mutating func link(_ index: Int32) {
    if frames[top].last >= 0 {
      nodes[Int(frames[top].last)].next = index
    } else {
      if frames.count == 1 { items.append(.stack(index)) }
      if frames[top].first < 0 { frames[top].first = index }
    }
    frames[top].last = index
    followsMistake = false
    mode = .statement
  }

  /// Ends a statement that is a value: a call, named parts, or a value beside the program.
  private mutating func endExpression(_ value: Int32) {
    if isTypeMark(), isName(token(2)) { return fail(expected: "a type that is written like this") }
    while token.kind == .attribute || token.kind == .comment {
      if token.kind == .attribute {
        addAttribute(to: value)
      } else {
        frames[top].comments = (frames[top].comments ?? []) + [Int32(position)]
        position += 1
      }
    }
    let isEnd =
      token.kind == .line || token.kind == .end || isSymbol(token, Mark.closeBrace) || isSymbol(token, Mark.semicolon)
    guard isEnd else { return fail(expected: "an operator or the end of the line") }
    if nodes[Int(value)].kind == .name, !nodes[Int(value)].isParenthesized {
      arguments.append(ParsedArgument(kind: .parameter, token: nodes[Int(value)].token))
      nodes[Int(value)].kind = .call
      nodes[Int(value)].arguments = Int32(arguments.count - 1)..<Int32(arguments.count)
    }
    nodes[Int(value)].comments = frames[top].comments
    if frames[top].isShadow { nodes[Int(value)].isShadow = true }
    frames.removeLast()
    link(value)
  }

  // MARK: - The root

  private mutating func endRootComment() {
    if pendingComments.isEmpty { return }
    items.append(.comment(lines: pendingComments, attributes: []))
    pendingComments = []
  }

  /// Reads a line of attributes at the root: those of a comment, of the program, or something foreign.
  private mutating func readRootAttribute() {
    if !pendingComments.isEmpty {
      var found: [Int32] = []
      while token.kind == .attribute {
        found.append(Int32(position))
        position += 1
      }
      items.append(.comment(lines: pendingComments, attributes: found))
      pendingComments = []
      return
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

  /// The name that a token says.
  func name(_ token: Token) -> String {
    let bytes = lexer.bytes[Int(token.start)..<Int(token.end)]
    guard token.kind == .name || token.kind == .text else { return String(decoding: bytes, as: UTF8.self) }
    return NameText.unquoted(bytes) ?? ""
  }
}
