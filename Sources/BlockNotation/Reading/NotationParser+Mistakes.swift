/// Reports what doesn't fit, and goes on behind it.
extension NotationParser {
  mutating func report(at index: Int, _ message: String) {
    let token = tokens[min(index, tokens.count - 1)]
    // What is missing at the end of a line is missing there, not on the next one.
    let isEnd = token.kind == .line || token.kind == .end
    let place = Int(isEnd && index > 0 ? tokens[min(index, tokens.count - 1) - 1].end : token.start)
    if mistakes.contains(where: { $0.place == place }) { return }
    mistakes.append(NotationMistake(place: place, message: message))
  }

  func text(of token: Token) -> String {
    switch token.kind {
    case .line, .end: "the end of the line"
    default: "“\(String(decoding: lexer.bytes[Int(token.start)..<Int(token.end)].prefix(40), as: UTF8.self))”"
    }
  }

  /// Reports a token that doesn't fit, and goes on behind its line.
  mutating func fail(expected: String) {
    noteStop()
    if token.kind != .fault { report(at: position, "\(text(of: token)) doesn't fit here; expected \(expected)") }
    recover()
  }

  mutating func noteStop() {
    if stop == nil { stop = Stop(position: position, mode: mode, frame: frames.last) }
  }

  /// Leaves the statement with the mistake: goes to the end of its line, and reads its body.
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

  /// The words that can follow a node, for messages.
  func expectation(at node: Int32) -> String {
    let reached = library.trie.nodes[Int(node)]
    var parts = reached.edges.map { "“\(library.words[$0.word.word])”" }
    if parts.count > 8 { parts = Array(parts.prefix(8)) + ["…"] }
    if reached.hole >= 0 { parts.append(reached.holeKinds == .name ? "a name" : "a value") }
    if parts.isEmpty { return "the end of the line" }
    return parts.count == 1 ? parts[0] : parts.dropLast().joined(separator: ", ") + " or " + parts[parts.count - 1]
  }
}
