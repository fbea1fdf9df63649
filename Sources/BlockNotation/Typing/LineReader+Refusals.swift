import BlockModel

/// Explains why a line becomes no block, and finds uses for it.
extension LineReader {
  /// Returns the reason why a line can't be read; nil if only its end is missing.
  public func mistake(in line: String, as kind: LineKind) -> String? {
    let line = kind == .statement ? Self.withoutClosingBrace(line) : line
    var parser = NotationParser(Array(line.utf8), library: library)
    parser.isValue = kind == .value
    parser.parse()
    if let mistake = parser.mistakes.first { return reason(of: mistake, in: parser) ?? mistake.message }
    guard parser.items.count == 1, case .stack(let stack) = parser.items[0] else { return nil }
    return records(of: stack, in: parser, typedEnd: line.utf8.count).maker.mistakes.first?.message
  }

  /// Returns the reason for a mistake, if it is about a word that is known or unknown in this program: `n up`,
  /// `print biggest of nums`.
  private func reason(of mistake: NotationMistake, in parser: NotationParser) -> String? {
    let tokens = parser.tokens.filter { $0.kind != .line }
    guard let index = tokens.firstIndex(where: { Int($0.start) == mistake.offset }),
      [.word, .name, .number].contains(tokens[index].kind)
    else { return nil }
    func isVariable(_ token: Token) -> Bool { names.variables.contains(parser.name(token).lowercased()) }
    func usage(_ name: String) -> String? {
      let usage = library.callAliases[name].map(LineLowering.usage) ?? library.calls[name].map { _ in "\(name)(…)" }
      return usage.map { "“\(name)” needs brackets: \($0)" }
    }
    guard index > 0 else {
      let name = parser.name(tokens[index])
      if let usage = usage(name) { return usage }
      return isVariable(tokens[index]) ? "to change the variable “\(name)”, write \(written(name)) = …" : nil
    }
    let last = tokens[index - 1]
    let word = LabelWord(word: last.word, isGlued: false)
    guard index > 1, last.kind == .word, !isVariable(last), functions[parser.name(last)] == nil,
      !isKeyword(parser.name(last)), library.trie.target(of: library.trie.operators, word) == nil
    else { return nil }
    if let usage = usage(parser.name(last)) { return usage }
    let unknown = "“\(parser.name(last))” isn't known"
    guard library.trie.target(of: library.trie.values, word) != nil else {
      return "\(unknown), so \(parser.text(of: tokens[index])) can't follow it; texts need quotes"
    }
    let meant = library.beginnings(at: library.trie.values).first { $0.word == parser.name(last).lowercased() }
    return meant.map { "“\(parser.name(last))” alone isn't known; did you mean “\($0.text)”?" }
  }

  /// Returns the reason why there is no block for a line; nil if it isn't known.
  public func refusal(of line: String, as kind: LineKind) -> String? {
    if let suggestion = suggestion(for: line, as: kind) { return suggestion }
    if let known = inKnownWords(line), let refusal = refusal(of: known, as: kind) { return refusal }
    if kind == .statement,
      let refusal = Self.refusal(ofBASIC: line) ?? refusal(ofInputsIn: line)
        ?? Self.refusal(ofStatementsIn: line)
    {
      return refusal
    }
    if kind == .statement, let refusal = refusal(ofMethodIn: line) ?? Self.refusal(ofCountersIn: line) {
      return refusal
    }
    let opening = Self.withoutBodyMark(line).first ?? line.trimmingSpaces
    if kind == .statement, let refusal = library.refusedWords[opening.lowercased() + " {"] { return refusal }
    let (parser, isRead) = parse(line, as: kind, divides: false)
    if let refusal = Self.refusal(ofFunctionIn: parser) ?? parser.refusal { return refusal }
    for (token, next) in zip(parser.tokens, parser.tokens.dropFirst())
    where next.word == Mark.openBrace && [Mark.equals, Mark.openParenthesis, Mark.comma].contains(token.word) {
      return "there is no block for a dictionary or a set; [1, 2] is a list"
    }
    if let refusal = Self.refusal(ofSigns: parser) { return refusal }
    // Words that call something known aren't the problem.
    var words = zip(parser.tokens, parser.tokens.dropFirst()).filter { token, next in
      token.kind == .word
        && (next.word != Mark.openParenthesis || !next.isGlued || library.callAliases[parser.name(token)] == nil)
    }.map { parser.name($0.0) }
    if isRead || parser.mistakes.isEmpty, let (parser, _, _) = complete(line, as: kind, divides: false),
      parser.items.count == 1, case .stack(let stack) = parser.items[0]
    {
      // The statements of a body with a colon or a brace are all in the body.
      if kind == .statement, parser.nodes[stack].next >= 0 {
        let hasBody = parser.arguments(of: parser.nodes[stack]).contains { $0.kind == .body }
        return hasBody
          ? "press Enter instead of “;”: without “:” or “{”, a body is one statement" : Self.severalRefusal
      }
      let found = records(of: stack, in: parser, typedEnd: line.utf8.count)
      if let refusal = found.lowering.refusal ?? found.maker.mistakes.first?.message
        ?? refusal(ofNewNamesIn: found.maker)
      {
        return refusal
      }
      words = []
    }
    words.removeAll { names.variables.contains($0.lowercased()) || functions[$0] != nil }
    let refused = words.first { library.refusedWords[$0] != nil }
    return refused.map { LineLowering.text(library.refusedWords[$0] ?? "", $0) }
      ?? (kind == .statement && isTyped ? refusal(ofNameIn: line) : nil)
  }

  /// Returns the reason why the name that a line sets is invalid: `my list = []`, `high-score = 0`; nil if it is valid.
  private func refusal(ofNameIn line: String) -> String? {
    guard !isKeyword(String(line.trimmingSpaces.prefix { $0.isLetter })),
      let match = line.trimmingSpaces.wholeMatch(of: /([[:alpha:]]\w*(?:[ -]\w+)+)\s*=\s*([^=].*)/)
    else {
      return nil
    }
    let (name, value) = (match.output.1, match.output.2)
    return "a name is one word, \(name.replacing(/[ -]/, with: "_")), or is in backquotes: `\(name)` = \(value)"
  }

  /// Whether a word begins statements of text-based languages, so that it can't be a name: `print`, `while`.
  package func isKeyword(_ word: String) -> Bool { library.keywords.contains(word) }

  /// Returns the reason why a new variable's name is invalid; nil if all are valid.
  func refusal(ofNewNamesIn maker: RecordMaker) -> String? {
    guard isTyped else { return nil }
    return maker.variables.all.dropFirst(variables.all.count).first { library.keywords.contains($0.name) }.map {
      "“\($0.name)” is a keyword; choose another name for the variable"
    }
  }

  /// Returns the remark for a line without a block: a comment, or something that programs of blocks don't need; nil for
  /// any other line.
  public func remark(on line: String) -> LineRemark? {
    let text = line.trimmingSpaces
    for (sign, end) in [("#", ""), ("//", ""), ("/*", "*/"), ("-- ", "")] where text.hasPrefix(sign) {
      let comment = text.dropFirst(sign.count)
      return .comment(String(comment.hasSuffix(end) ? comment.dropLast(end.count) : comment).trimmingSpaces)
    }
    if let documentation = Self.textAlone(text) { return .documentation(documentation) }
    // `NEXT i` ends a loop; `next` alone continues it. `let x` may continue with a value, `let x;` doesn't.
    let words = text.split(separator: " ")
    if words.count == 2,
      let reason = library.needlessWords["\(words[0].lowercased()) _\(text.hasSuffix(";") ? ";" : "")"]
        ?? library.needlessWords["\(words[0].lowercased()) _"],
      words[1].allSatisfy({ $0.isLetter || $0.isNumber || "_%;".contains($0) })
    {
      return .needless(LineLowering.text(reason, text))
    }
    if assignments(declaredIn: text)?.isEmpty == true, let reason = library.needlessWords["let _;"] {
      return .needless(LineLowering.text(reason, text))
    }
    // `}` and `});` close what a list of lines doesn't open.
    let isBrace = text.first == "}" && text.allSatisfy("}); ".contains)
    let word = isBrace ? "}" : String(text.prefix { $0.isLetter })
    let next = text.dropFirst(word.count).first { $0 != " " }
    if let reason = library.needlessWords[text] { return .needless(LineLowering.text(reason, text)) }
    guard let reason = library.needlessWords[word] ?? library.needlessWords[word.lowercased()],
      !names.variables.contains(word.lowercased()),
      functions[word] == nil, next != "=", next != "(",
      // A line with more than words doesn't end a body: it may be a mistyped `if`.
      library.needlessWords["}"] != reason || Self.isWords(text.dropFirst(word.count))
    else { return nil }
    return .needless(LineLowering.text(reason, text))
  }

  private static func isWords(_ text: Substring) -> Bool { text.allSatisfy { $0.isLetter || "}); ".contains($0) } }

  /// Whether a line ends the body that it is in: `}`, `end if`, `NEXT i`.
  package func endsBody(_ line: String) -> Bool {
    guard let reason = library.needlessWords["}"], case .needless(let remark)? = remark(on: line) else { return false }
    return remark == LineLowering.text(reason, line.trimmingSpaces)
  }

  /// Returns the text in triple quotes that is the whole line; nil for any other line.
  private static func textAlone(_ line: String) -> String? {
    for mark in ["\"\"\"", "'''"] where line.utf8.count >= 2 * mark.utf8.count {
      let text = line.dropFirst(mark.count).dropLast(mark.count)
      if line.hasPrefix(mark), line.hasSuffix(mark), !text.contains(mark) { return String(text).trimmingSpaces }
    }
    return nil
  }

  /// Returns the refusal of an unclosed text that ends in the other quotation mark, as in `print 'hello"`; nil for any
  /// other.
  package func refusal(ofMarksIn line: String) -> String? {
    let marks: [Character] = ["'", "\""]
    guard let start = unclosedQuote(in: line), let text = String(line.utf8.dropFirst(start)), let begin = text.first,
      let end = text.last, begin != end, marks.contains(begin), marks.contains(end),
      text.count(where: { $0 == end }) == 1
    else { return nil }
    return "the text begins with \(begin) and ends with \(end): both must be the same"
  }

  /// Returns the reason why a line can't be several statements; nil if it is one, or if the others are in its body.
  private static func refusal(ofStatementsIn line: String) -> String? {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count > 1, !line.contains(where: { "\"'`(:{#/".contains($0) }),
      parts.dropFirst().contains(where: { $0.contains(where: \.isLetter) })
    else { return nil }
    return severalRefusal
  }

  /// Returns the refusal of a method without parentheses: `nums.pop`; nil for any other line.
  private func refusal(ofMethodIn line: String) -> String? {
    guard let match = line.trimmingSpaces.wholeMatch(of: /[\w.\[\]]+\.(\w+);?/),
      let usage = library.usage(ofMethod: String(match.output.1))
    else { return nil }
    return "“\(match.output.1)” needs brackets: \(usage)"
  }

  /// Returns the refusal of a loop that counts several variables: `for (let i = 0, j = 9; i < j; i++, j--)`; nil for
  /// any other line.
  private static func refusal(ofCountersIn line: String) -> String? {
    guard let match = line.firstMatch(of: /^for\s*\((.*?);(.*?);([^;]*)\)/) else { return nil }
    func hasComma(_ part: Substring) -> Bool {
      var depth = 0
      return part.contains { character in
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        return character == "," && depth == 0
      }
    }
    return hasComma(match.output.1) || hasComma(match.output.3)
      ? "a loop counts one variable: set the other one above it, and change it in its body" : nil
  }

  /// Whether a line ends in an arithmetic operator whose second value is missing: `x = 3 +`.
  package static func endsInOperator(_ line: String) -> Bool {
    guard let last = line.last(where: { !$0.isWhitespace }), "+-*/%^×÷−·".contains(last) else { return false }
    let signs = LineSigns(line)
    // `x++` is complete.
    return !signs.endsInText && signs.comment == nil && line.trimmingSpaces.wholeMatch(of: /\w+(\+\+|--)/) == nil
  }

  private static let severalRefusal =
    "a line is one statement; Enter begins the next one, and a pasted text may have several"

  /// Returns the refusal of a line in BASIC, with a number or a list: `10 PRINT "a"`, `PRINT "a"; x`, `INPUT "Age"; p`;
  /// nil for any other line.
  private static func refusal(ofBASIC line: String) -> String? {
    let tokens = LineTokens(line)
    guard tokens.indices.count > 2 else { return nil }
    if tokens[0].kind == .number {
      let word = tokens.sign(1) == ":" ? 2 : 1
      guard tokens[word].kind == .word, !tokens[word].isGlued, case let text = tokens.text(word) else { return nil }
      let isLoud = text.count > 1 && text == text.uppercased()
      let isAssignment = tokens.sign(word + 1).map("=(".contains) ?? false
      return isLoud || isAssignment ? "a line has no number: leave out “\(tokens.text(0))”" : nil
    }
    if tokens[1].kind == .symbol { return nil }
    switch tokens.text(0).lowercased() {
    case "print":
      let values = tokens.parts(of: tokens.indices, separatedBy: [";"])
      let areStatements = values.dropFirst().contains { $0.first.map(tokens.text)?.lowercased() == "print" }
      return values.count > 1 && !areStatements ? "a line is one statement; commas join values: print(\"a\", x)" : nil
    case "input": return "“input” gives a value: x = input(\"…\")"
    default: return nil
    }
  }

  /// Returns the refusal of symbols in a line, such as those of numbers and lists in other languages; nil if there is
  /// none.
  private static func refusal(ofSigns parser: NotationParser) -> String? {
    // For each open parenthesis and bracket, whether it may enclose a tuple.
    var isTuple: [Bool] = []
    for index in parser.tokens.indices.dropFirst() {
      let (token, last) = (parser.tokens[index], parser.tokens[index - 1])
      if token.kind == .word, token.isGlued, last.kind == .number {
        let name = parser.name(token)
        let number = parser.name(last)
        return name.first == "_" && name.dropFirst().allSatisfy(\.isNumber)
          ? "a number has no “_”: \(number)\(name.dropFirst())"
          : "“\(number)\(name)” isn't a name: names begin with a letter. To multiply, write \(number) * \(name)"
      }
      if let refusal = refusal(ofSignAt: index, in: parser) { return refusal }
      guard token.kind == .symbol else { continue }
      switch token.word {
      case Mark.openParenthesis, Mark.openBracket:
        // The parentheses of a call don't count, which follow its name.
        let isValue = [Mark.equals, Mark.comma, Mark.openParenthesis, Mark.openBracket].contains(last.word)
        isTuple.append(token.word == Mark.openParenthesis && last.kind == .symbol && isValue)
      case Mark.closeParenthesis, Mark.closeBracket: _ = isTuple.popLast()
      case Mark.comma where isTuple.last == true: return "there is no block for a tuple; [1, 2] is a list"
      case Mark.comma:
        guard isTuple.isEmpty, last.kind == .number, let next = parser.tokens.dropFirst(index + 1).first,
          next.kind == .number, token.isGlued, next.isGlued
        else { continue }
        let fraction = parser.name(next)
        return fraction.count == 3
          ? "a number has no comma: \(parser.name(last))\(fraction), or \(parser.name(last)).\(fraction) with a fraction"
          : "a number has a point before its fraction: \(parser.name(last)).\(fraction)"
      default: break
      }
    }
    return nil
  }

  /// Returns the refusal of a sign that has another meaning than intended, or that is missing; nil if there is none.
  private static func refusal(ofSignAt index: Int, in parser: NotationParser) -> String? {
    let (token, last) = (parser.tokens[index], parser.tokens[index - 1])
    let sign = token.kind == .symbol ? String(decoding: parser.bytes(of: token), as: UTF8.self) : ""
    let isVariable = token.kind == .word && parser.variables.contains(parser.name(token).lowercased())
    if last.kind == .number, isVariable || sign == "(" {
      let number = parser.name(last)
      let factor = isVariable ? parser.name(token) : "(…)"
      return "an operator is missing after “\(number)”: \(number) * \(factor) multiplies"
    }
    let begins =
      last.kind == .symbol && [Mark.openParenthesis, Mark.comma, Mark.openBracket].contains(last.word)
    switch sign {
    case "~": return "“~” has no block: blocks don't change single bits"
    case "²", "³": return "for a power, write x ^ \(sign == "²" ? 2 : 3) instead of “\(sign)”"
    case _
    where ["+", "-"].contains(sign) && token.isGlued && last.kind == .symbol && last.word == token.word
      && parser.stop.map { (index - 1...index).contains($0.position) } == true:
      return "“\(sign)\(sign)” both changes a variable and gives its value; change it on a separate line"
    case "&", "|": return "“\(sign)” has no block; “\(sign == "&" ? "and" : "or")” joins conditions"
    case "+" where last.word == Mark.equals && token.isGlued: return "“+=” adds to a variable, “=+” doesn't"
    case "*" where begins, "." where begins:
      return "there is no block that gives the items of a list one by one; max(nums) takes the list itself"
    default: return nil
    }
  }

  /// Reads a line that continues the statement around it.
  public func read(_ line: String, as continuation: LineContinuation) -> LineReading? {
    read(Self.withoutClosingBrace(line), as: continuation, divides: false, LineLowering.Options())
  }

  /// Returns uses for a value that was typed in place of a statement: printing it, or setting a variable.
  public func uses(ofValue line: String) -> [LineReading] {
    let name = workspace.variables.uniqueName()
    return ["print(\(line))", "\(name) = \(line)"].compactMap {
      var reading = read($0, as: .statement)
      reading?.isTranslated = true
      reading?.rank = .newName
      return reading
    }
  }

  /// Returns the line without the colon or the brace before a body, which may have been typed before other words.
  static func withoutBodyMark(_ line: String) -> [String] {
    let text = line.trimmingSpaces
    return text.last == ":" || text.last == "{" ? [String(text.dropLast()).trimmingSpaces] : []
  }

  /// Returns `} else {` without the brace that closes the branch above.
  package static func withoutClosingBrace(_ line: String) -> String {
    let text = line.drop(while: \.isWhitespace)
    return text.first == "}" ? String(text.dropFirst()).trimmingSpaces : line
  }
}
