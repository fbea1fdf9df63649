/// Parses a text into nodes, from left to right, with a stack of open frames instead of recursion.
struct NotationParser {
  let library: NotationLibrary
  let lexer: Lexer
  var nodes: [ParsedNode] = []
  var arguments: [ParsedArgument] = []
  var attributes: [ParsedAttribute] = []
  /// The stacks, comments and foreign nodes of the text, in order.
  var items: [Item] = []
  var mistakes: [NotationMistake] = []
  /// The offsets of the mistakes: only one is reported at each.
  var faultyOffsets: Set<Int> = []
  /// The tokens of the header's attributes, each with the tokens that follow it on its line.
  var header: [Range<Int>] = []

  enum Item {
    case stack(Int32)
    /// Lines of a comment, and the attributes after them.
    case comment(lines: [Int32], attributes: [Int32])
    case foreign(token: Int32)
  }

  var tokens: [Token] { lexer.tokens }
  var position = 0
  var frames: [ParsedFrame] = []
  /// The arguments of open frames.
  var open: [ParsedArgument] = []
  var pendingComments: [Int32] = []
  var pendingShadow = false
  /// Whether the last statement had a mistake, so that a line that continues it is not reported as another one.
  var followsMistake = false
  /// Whether the text is one value; otherwise it is statements.
  var isValue = false
  /// Whether more may be typed after the end of the text.
  var isUnfinished = false
  /// The preferred types among those with the same wording: the types in a line that is edited.
  var meantTypes: Set<Int32> = []
  /// The state at the first unexpected token; nil if there is none.
  var stop: Stop?
  /// The blocks and texts of nodes that other spellings create.
  var made: [MadeBlock] = []
  var strings: [String] = []
  /// The names of the variables that a typed line may end in, in lower case.
  var variables: Set<String> = []
  /// The names of the functions that a typed line may call.
  var functions: Set<String> = []
  /// The reason why there is no block for the typed text; nil if it isn't known.
  var refusal: String?

  struct Stop {
    var position: Int
    var mode: Mode
    /// The innermost frame.
    var frame: ParsedFrame?
    /// The closing brackets of the innermost open brackets, up to a frame that lacks more than a bracket.
    var closers: String
  }
  var mode = Mode.statement

  enum Mode: Equatable {
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

  /// - Parameter hasComments: whether `//` begins a comment; otherwise it divides.
  init(_ bytes: [UInt8], library: NotationLibrary, hasComments: Bool = true) {
    self.library = library
    lexer = Lexer(bytes, words: library.words, hasComments: hasComments, isTyped: library.isTyped)
    for fault in lexer.faults {
      mistakes.append(NotationMistake(offset: fault.offset, message: fault.cause))
      faultyOffsets.insert(fault.offset)
    }
  }

  /// Reads the whole text.
  mutating func parse() {
    var root = ParsedFrame(.stack, token: 0)
    root.level = 0
    frames = [root]
    nodes.reserveCapacity(tokens.count / 2)
    while mode != .finished { step() }
    mistakes.sort { $0.offset < $1.offset }
  }

  mutating func step() {
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

  var token: Token { tokens[min(position, tokens.count - 1)] }

  func token(_ offset: Int) -> Token { tokens[min(position + offset, tokens.count - 1)] }

  func isSymbol(_ token: Token, _ mark: Int32) -> Bool { token.kind == .symbol && token.word == mark }

  /// Consumes a symbol.
  /// - Returns: false if there is another token.
  mutating func take(_ mark: Int32) -> Bool {
    guard isSymbol(token, mark) else { return false }
    position += 1
    return true
  }

  /// Returns the bytes of a token.
  func bytes(of token: Token) -> ArraySlice<UInt8> { lexer.bytes[Int(token.start)..<Int(token.end)] }

  /// Returns the text of comments, a line each.
  func comment(_ tokens: [Int32]) -> String {
    tokens.map { CommentLines.text(of: bytes(of: self.tokens[$0])) }.joined(separator: "\n")
  }

  /// Returns the arguments of a node.
  func arguments(of node: ParsedNode) -> ArraySlice<ParsedArgument> {
    arguments[Int(node.arguments.lowerBound)..<Int(node.arguments.upperBound)]
  }

  /// Whether `::` begins at an offset.
  func isTypeMark(_ offset: Int = 0) -> Bool {
    isSymbol(token(offset), Mark.colon) && isSymbol(token(offset + 1), Mark.colon) && token(offset + 1).isGlued
  }

  func isName(_ token: Token) -> Bool {
    token.kind == .name || token.kind == .word && token.word != Mark.empty
  }

  func startsOperand(_ token: Token, _ next: Token) -> Bool {
    switch token.kind {
    case .number, .text, .formatBegin, .formatText, .name, .word, .fault: return true
    case .symbol:
      switch token.word {
      case Mark.openParenthesis, Mark.openBracket: return true
      case Mark.shadow: return !isSymbol(next, Mark.openBrace)
      case Mark.colon: return isSymbol(next, Mark.colon) && next.isGlued
      case -1: return false
      default:
        return library.trie.target(of: library.trie.values, LabelWord(word: token.word, isGlued: false)) != nil
          || token.word == Mark.minus && next.kind == .number && next.isGlued
      }
    case .attribute, .comment, .line, .end, .formatEnd: return false
    }
  }

  /// Follows words from a node to the last place where the wording can end, or continue with an operand or a body.
  /// - Parameter isStrict: whether an operand must follow if the wording can only continue with one.
  func run(from start: Int32, at position: Int, isStrict: Bool = true) -> (node: Int32, position: Int)? {
    let trie = library.trie
    var (node, index) = (start, position)
    var best: (node: Int32, position: Int)?
    var loose: (node: Int32, position: Int)?
    while index < tokens.count {
      let token = tokens[index]
      guard token.word >= 0, token.kind == .word || token.kind == .symbol || token.kind == .number else { break }
      var target: Int32?
      if token.isGlued {
        target = trie.target(of: node, LabelWord(word: token.word, isGlued: true))
      }
      target = target ?? trie.target(of: node, LabelWord(word: token.word, isGlued: false))
      guard let target else { break }
      node = target
      index += 1
      let reached = trie.nodes[node]
      let isOpen = isUnfinished && index < tokens.count && tokens[index].kind == .end
      if !reached.acceptances.isEmpty || reached.body >= 0
        || reached.hole >= 0 && (isOpen || startsOperand(tokens[index], tokens[min(index + 1, tokens.count - 1)]))
      {
        best = (node, index)
      } else if reached.hole >= 0 {
        loose = (node, index)
      }
    }
    return best ?? (isStrict ? nil : loose)
  }

  // MARK: - Frames

  mutating func push(_ kind: ParsedFrame.Kind, at index: Int, node: Int32 = -1, arguments count: Int? = nil) {
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

  /// Whether a frame can end after its operand, and no word can continue it there.
  func canSkip(_ frame: ParsedFrame) -> Bool {
    guard frame.kind == .pattern, frame.node >= 0 else { return false }
    let hole = library.trie.nodes[frame.node].hole
    guard hole >= 0 else { return false }
    let node = library.trie.nodes[hole]
    return node.edges.isEmpty && !node.acceptances.isEmpty
  }

  /// Begins a body in braces.
  /// - Returns: false if there is no brace.
  mutating func beginBracedBody(_ argument: ParsedArgument) -> Bool {
    guard take(Mark.openBrace) else { return false }
    open.append(argument)
    pushStack(level: -1, isBraced: true)
    return true
  }

  mutating func pushStack(level: Int32, isBraced: Bool) {
    var stack = ParsedFrame(.stack, token: position)
    stack.level = level
    stack.isBraced = isBraced
    stack.arguments = Int32(open.count)
    frames.append(stack)
    mode = .statement
  }

  var top: Int { frames.count - 1 }

  mutating func add(_ node: ParsedNode) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  /// Moves the arguments of the topmost frame to a node.
  mutating func popNode(_ kind: ParsedNode.Kind) -> Int32 {
    let frame = frames.removeLast()
    var node = ParsedNode(kind, token: Int(frame.token))
    let first = Int32(arguments.count)
    arguments.append(contentsOf: open[Int(frame.arguments)...])
    open.removeSubrange(Int(frame.arguments)...)
    node.arguments = first..<Int32(arguments.count)
    return add(node)
  }
}
