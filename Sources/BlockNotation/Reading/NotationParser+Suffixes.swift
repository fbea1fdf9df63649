/// Reads forms that only typed lines have, as in text-based languages: brackets, names and calls after a value, and
/// texts with values in them.
extension NotationParser {
  static let valueFormat = "there is no block for the format of a value in a text, such as “:.2f”; round(x, 2) rounds"

  /// Begins a form that directly follows a value.
  /// - Returns: false if there is none.
  mutating func beginSuffix(_ value: Int32) -> Bool {
    guard token.isGlued, nodes[value].kind != .number else { return false }
    if isSymbol(token, Mark.openBracket) {
      push(.index, at: position)
      open.append(ParsedArgument(kind: .operand, node: value))
      position += 1
      readBounds()
      return true
    }
    guard isSymbol(token, Mark.dot), token(1).kind == .word, token(1).isGlued else { return false }
    let name = position + 1
    if isSymbol(token(2), Mark.openParenthesis), token(2).isGlued {
      push(.method, at: name)
      open.append(ParsedArgument(kind: .operand, node: value))
      position += 3
      if take(Mark.closeParenthesis) { finish(.method) } else { mode = .operand }
      return true
    }
    position += 2
    arguments.append(ParsedArgument(kind: .operand, node: value))
    var node = ParsedNode(.member, token: name)
    node.arguments = Int32(arguments.count - 1)..<Int32(arguments.count)
    mode = .value(add(node))
    return true
  }

  /// Reads the colons of a slice that have no bound before them, and continues after them.
  private mutating func readBounds() {
    while take(Mark.colon) { addBound(-1) }
    if isSymbol(token, Mark.closeBracket), open.count > Int(frames[top].arguments) + 1 {
      position += 1
      addBound(-1)
      return finish(.slice)
    }
    mode = .operand
  }

  /// The quotation mark of the unclosed text at the end of the line; empty if there is none.
  var closingQuote: String {
    guard let fault = tokens.last(where: { $0.kind == .fault }) else { return "" }
    let quote = bytes(of: fault).first { [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains($0) }
    return quote.map { String(Character(Unicode.Scalar($0))) } ?? ""
  }

  private mutating func addBound(_ node: Int32) { open.append(ParsedArgument(kind: .operand, node: node)) }

  /// Joins a text with the one after it, as Python does: `"Hello, " "world"`.
  /// - Returns: false if no text follows one.
  mutating func joinText(_ value: Int32) -> Bool {
    let node = nodes[value]
    guard [.text, .string, .format].contains(node.kind), !node.isParenthesized,
      token.kind == .text || token.kind == .formatBegin
    else { return false }
    if token.kind == .formatBegin {
      push(.format, at: Int(node.token))
      addBound(value)
      position += 1
      if token.kind == .formatEnd {
        position += 1
        finish(.format)
      } else {
        mode = .operand
      }
      return true
    }
    let next = add(ParsedNode(.text, token: position))
    position += 1
    if let first = textValue(value), let second = textValue(next) {
      mode = .value(add(string: first + second, at: node.token))
    } else {
      var both = ParsedNode(.format, token: Int(node.token))
      both.arguments = add(arguments: [value, next])
      mode = .value(add(both))
    }
    return true
  }

  /// Whether a value in parentheses is the condition of a statement whose body is another statement with a condition:
  /// `while (x < 3) if (y) z++`. The text after it could also be Python's `a if b else c`.
  var beginsConditionedBody: Bool {
    guard frames[top].kind == .statement, token.kind == .word, position > 0,
      isSymbol(tokens[position - 1], Mark.closeParenthesis), isSymbol(token(1), Mark.openParenthesis),
      case let hole = library.trie.nodes[frames[top].node].hole, hole >= 0, library.trie.nodes[hole].body >= 0,
      run(from: library.trie.statements, at: position) != nil
    else { return false }
    var depth = 0
    var end = position + 1
    repeat {
      if isSymbol(tokens[end], Mark.openParenthesis) { depth += 1 }
      if isSymbol(tokens[end], Mark.closeParenthesis) { depth -= 1 }
      end += 1
    } while depth > 0 && end < tokens.count
    guard depth == 0 else { return false }
    let next = tokens[min(end, tokens.count - 1)]
    if isSymbol(next, Mark.openBrace) || next.kind == .end { return true }
    return isName(next) && !library.continuationWords.contains(next.word)
      && run(from: library.trie.operators, at: end) == nil
  }

  /// Continues after a value in brackets, in the parentheses of a method or in a text.
  mutating func endSuffix(_ value: Int32) {
    addBound(value)
    switch frames[top].kind {
    case .index:
      if take(Mark.colon) { return readBounds() }
      guard take(Mark.closeBracket) else { return failToClose("“]”, “:” or an operator") }
      finish(open.count > Int(frames[top].arguments) + 2 ? .slice : .index)
    case .format:
      if take(Mark.comma) {
        mode = .operand
      } else if token.kind == .formatEnd {
        position += 1
        finish(.format)
      } else {
        if isSymbol(token, Mark.colon) {
          refusal = Self.valueFormat
        }
        fail(expected: "“}” or an operator")
      }
    default:
      if take(Mark.comma) {
        mode = .operand
      } else if take(Mark.closeParenthesis) {
        finish(.method)
      } else {
        failToClose("“,”, “)” or an operator")
      }
    }
  }
}
