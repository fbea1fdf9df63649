import BlockModel

/// Says why a line becomes no block, and what it can be used for.
extension LineReader {
  /// Why a line can't be read; nil if only its end is missing.
  public func mistake(in line: String, as kind: LineKind) -> String? {
    let line = kind == .statement ? Self.withoutClosingBrace(line) : line
    var parser = NotationParser(Array(line.utf8), library: library)
    parser.isValue = kind == .value
    parser.parse()
    if let mistake = parser.mistakes.first { return mistake.message }
    guard parser.items.count == 1, case .stack(let stack) = parser.items[0] else { return nil }
    return records(of: stack, in: parser, typedEnd: line.utf8.count).maker.mistakes.first?.message
  }

  /// Why no block says what a line says; nil if that isn't known.
  public func refusal(of line: String, as kind: LineKind) -> String? {
    let (parser, isRead) = parse(line, as: kind, divides: false)
    if let refusal = parser.refusal { return refusal }
    for (token, next) in zip(parser.tokens, parser.tokens.dropFirst())
    where next.word == Mark.openBrace && [Mark.equals, Mark.openParenthesis, Mark.comma].contains(token.word) {
      return "there is no block for a dictionary"
    }
    var words = parser.tokens.filter { $0.kind == .word }.map(parser.name)
    if isRead || parser.mistakes.isEmpty, let (parser, _, _) = complete(line, as: kind, divides: false),
      parser.items.count == 1, case .stack(let stack) = parser.items[0]
    {
      let found = records(of: stack, in: parser, typedEnd: line.utf8.count)
      if let refusal = found.lowering.refusal ?? found.maker.mistakes.first?.message { return refusal }
      words = []
    }
    words.removeAll { names.variables.contains($0.lowercased()) || functions[$0] != nil }
    return words.first { library.refusedWords[$0] != nil }.map {
      LineLowering.text(library.refusedWords[$0] ?? "", $0)
    }
  }

  /// What a line says that is no block: a comment, or something that programs of blocks don't need; nil for any other.
  public func remark(on line: String) -> LineRemark? {
    let text = line.trimmingSpaces
    for sign in ["#", "//"] where text.hasPrefix(sign) {
      return .comment(String(text.dropFirst(sign.count)).trimmingSpaces)
    }
    let word = String(text.prefix { $0.isLetter })
    let next = text.dropFirst(word.count).first { $0 != " " }
    guard let reason = library.needlessWords[word], !names.variables.contains(word.lowercased()),
      functions[word] == nil, next != "=", next != "("
    else { return nil }
    return .needless(LineLowering.text(reason, text))
  }

  /// Reads a line that goes on with the statement around it, wherever it stands.
  public func read(_ line: String, as continuation: LineContinuation) -> LineReading? {
    read(line, as: continuation, divides: false, LineLowering.Options())
  }

  /// What a value that was typed where a statement belongs can be used for: it can be printed, or a variable can be set.
  public func uses(ofValue line: String) -> [LineReading] {
    let name = workspace.variables.uniqueName()
    return ["print(\(line))", "\(name) = \(line)"].compactMap {
      var reading = read($0, as: .statement)
      reading?.isTranslated = true
      reading?.rank = .newName
      return reading
    }
  }

  /// The line without the colon or the brace before a body, which may stand before words that are missing.
  static func withoutBodyMark(_ line: String) -> [String] {
    let text = line.trimmingSpaces
    return text.last == ":" || text.last == "{" ? [String(text.dropLast()).trimmingSpaces] : []
  }

  /// `} else {` as it is written below the branch above.
  static func withoutClosingBrace(_ line: String) -> String {
    let text = line.drop(while: \.isWhitespace)
    return text.first == "}" ? String(text.dropFirst()).trimmingSpaces : line
  }
}
