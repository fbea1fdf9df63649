import BlockLibrary
import BlockModel

/// Completes a line with the parts that are missing at its end.
extension LineReader {
  /// Returns the line with the next part that is missing at its end; nil if the mistake is somewhere else.
  func missingPart(in parser: NotationParser, behind text: String) -> (text: String, isInput: Bool)? {
    if text.isEmpty || text.allSatisfy(\.isWhitespace) { return nil }
    if let fault = parser.tokens.first(where: { $0.kind == .fault && Int($0.end) == text.utf8.count }) {
      return Self.hasBracketInText(text, from: Int(fault.start)) ? nil : (text + parser.closingQuote, false)
    }
    guard let stop = parser.stop, let frame = stop.frame, parser.tokens[stop.position].kind == .end else { return nil }
    let space = text.last.map { $0.isWhitespace || $0 == "(" || $0 == "[" } == true ? "" : " "
    switch frame.kind {
    case .parentheses, .list, .arguments, .index, .method:
      return stop.mode == .operand ? (text + space + "_" + stop.closers, true) : (text + stop.closers, false)
    case .shadow, .cover: return (text + space + "_", true)
    case .expression: return stop.mode == .operand ? (text + space + "_", true) : nil
    case .pattern, .statement:
      if stop.mode == .operand {
        let isName = library.trie.nodes[frame.node].holeKinds == .name
        return (text + space + (isName ? "`\(name(behind: frame.node))`" : "_"), true)
      }
      var node = frame.node
      if case .value = stop.mode { node = library.trie.nodes[node].hole }
      guard node >= 0, let words = library.trie.words(toEndFrom: node), !words.isEmpty else { return nil }
      let added = library.text(words)
      let isBehindSpace = !words[0].isGlued && ![Mark.closeParenthesis, Mark.comma].contains(words[0].word)
      return (text + (isBehindSpace ? space : "") + added, false)
    case .call, .explicit, .stack, .faulty, .format: return nil
    }
  }

  /// Whether an unclosed text contains the bracket that would close the one before it: `print("hi)`.
  private static func hasBracketInText(_ line: String, from start: Int) -> Bool {
    func balance(_ text: Substring) -> Int { text.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) } }
    let index = line.utf8.index(line.startIndex, offsetBy: start)
    return balance(line[..<index]) > 0 && balance(line[index...]) < 0
  }

  /// Returns the initial name in a block's field. For blocks other than loops, it is that of an existing variable.
  func name(behind node: Int32) -> String {
    let acceptance = library.trie.acceptance(from: node)
    let pattern = acceptance.map { library.patterns[$0.pattern] }
    if let pattern, case .definition = pattern.form {
      return library.messages.texts["PROCEDURES_DEFNORETURN_PROCEDURE"] ?? "f"
    }
    let inputs = pattern.flatMap { library.factory.blockBuilders[library.types[$0.type]] }?.inputBuilders ?? []
    for input in inputs {
      for case let field as FieldVariable in input.fields {
        if let name = field.defaultName {
          return inputs.contains { $0.type == .statement } ? name : variableNames.first ?? name
        }
      }
    }
    return workspace.variables.uniqueName()
  }
}
