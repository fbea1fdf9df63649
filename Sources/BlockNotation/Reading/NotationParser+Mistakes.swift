/// Reports unexpected tokens, and continues after them.
extension NotationParser {
  mutating func report(at index: Int, _ message: String) {
    let token = tokens[min(index, tokens.count - 1)]
    // Report a part that is missing at the end of a line there, not on the next one.
    let isEnd = token.kind == .line || token.kind == .end
    let offset = Int(isEnd && index > 0 ? tokens[min(index, tokens.count - 1) - 1].end : token.start)
    guard faultyOffsets.insert(offset).inserted else { return }
    mistakes.append(NotationMistake(offset: offset, message: message))
  }

  func text(of token: Token) -> String {
    switch token.kind {
    case .line, .end: "the end of the line"
    default: "“\(String(decoding: bytes(of: token).prefix(40), as: UTF8.self))”"
    }
  }

  /// Reports an unexpected token, and continues after its line.
  mutating func fail(expected: String) {
    noteStop()
    if token.kind != .fault, !isUnfinished {
      var message = "\(text(of: token)) doesn't fit here; expected \(expected)"
      if let meant = wording(meantBy: position, at: library.trie.operators) {
        message += "; did you mean “\(meant)”?"
      } else if position > 0, let meant = wording(meantBy: position - 1, at: library.trie.values) {
        message += "; did you mean “\(meant)” before it?"
      }
      report(at: position, message)
    }
    recover()
  }

  mutating func noteStop() {
    if stop != nil { return }
    var closers = ""
    search: for frame in frames.reversed() {
      switch frame.kind {
      case .parentheses, .arguments, .method: closers += ")"
      case .list, .index: closers += "]"
      default: if !canEnd(frame) { break search }
      }
    }
    stop = Stop(position: position, mode: mode, frame: frames.last, closers: closers)
  }

  /// Reports a word with which no block begins, and continues after its line.
  mutating func failBeginning(at index: Int) {
    noteStop()
    let meant = wording(meantBy: index, at: library.trie.statements).map { "; did you mean “\($0)”?" } ?? ""
    report(at: index, "no block begins with \(text(of: tokens[index]))\(meant)")
    recover()
  }

  /// The maximum number of mistakes for which similar wordings are suggested, and the lengths of such words, in
  /// characters.
  private static let mostSuggestions = 100
  private static let suggestedLengths = 3...40

  /// Returns the beginning of the wording below a node of the trie that a token may mean; nil if none is similar.
  private func wording(meantBy index: Int, at root: Int32) -> String? {
    let token = tokens[index]
    guard token.kind == .word, mistakes.count < Self.mostSuggestions else { return nil }
    let word = String(decoding: bytes(of: token), as: UTF8.self).lowercased()
    guard Self.suggestedLengths.contains(word.count) else { return nil }
    let beginnings = library.beginnings(at: root)
    let nearest = Spelling.nearest(to: word, among: beginnings.lazy.map(\.word))
    return beginnings.first { $0.word == nearest }?.text
  }

  /// Leaves the statement with the mistake: skips to the end of its line, and reads its body.
  mutating func recover() {
    while let frame = frames.last, frame.kind != .stack { dropFrame(frame) }
    var depth = 0
    skip: while true {
      switch token.kind {
      case .end: break skip
      case .line where depth == 0: break skip
      case .symbol where token.word == Mark.openBrace: depth += 1
      case .symbol where token.word == Mark.closeBrace:
        if depth == 0, frames.contains(where: \.isBraced) { break skip }
        depth = max(depth - 1, 0)
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

  mutating func dropFrame(_ frame: ParsedFrame) {
    if frame.kind != .faulty { open.removeSubrange(min(Int(frame.arguments), open.count)...) }
    frames.removeLast()
  }

  /// Returns the words that can follow a node, for messages.
  func expectation(at node: Int32) -> String {
    let reached = library.trie.nodes[node]
    var parts = reached.edges.map { "“\(library.words[$0.word.word])”" }
    if parts.count > 8 { parts = Array(parts.prefix(8)) + ["…"] }
    if reached.hole >= 0 { parts.append(reached.holeKinds == .name ? "a name" : "a value") }
    if parts.isEmpty { return "the end of the line" }
    return parts.count == 1 ? parts[0] : parts.dropLast().joined(separator: ", ") + " or " + parts[parts.count - 1]
  }
}
