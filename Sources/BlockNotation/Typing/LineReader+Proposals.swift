/// Proposes completions for the last words of a line.
extension LineReader {
  struct Proposal {
    var text: String
    var rank: LineReading.Rank
  }

  /// Returns the line with its last words completed, the likeliest proposal first.
  func proposals(for line: String, as kind: LineKind) -> [Proposal] {
    if let quoted = unclosedQuote(in: line) {
      let letters = String(line.utf8.dropFirst(quoted + 1))!
      let before = String(line.utf8.prefix(quoted))!
      return line.utf8[line.utf8.index(line.startIndex, offsetBy: quoted)] == UInt8(ascii: "`")
        ? names(for: letters, behind: before, kind) : []
    }
    // A body is typed on the next lines.
    if kind == .statement, line.last == ":" { return [] }
    let words = Self.lastWords(of: line)
    var proposals: [Proposal] = []
    guard !words.isEmpty else {
      if line.allSatisfy(\.isWhitespace) || line.last?.isWhitespace == true || line.last.map(Self.isSign) == true {
        let line = line.last.map("<>=≠≤≥+*/×÷^%&|,".contains) == true ? line + " " : line
        proposals += names(for: "", behind: line, kind)
        let isStatement = line.allSatisfy(\.isWhitespace) && kind == .statement
        proposals += library.phrases.filter { !$0.isAlias && !$0.startsWithInput && $0.isValue != isStatement }.map {
          Proposal(text: line + $0.beginning, rank: .words)
        }
      }
      return proposals
    }
    let last = words[words.count - 1]
    proposals += names(for: String(line[last]), behind: String(line[..<last.lowerBound]), kind)
    for count in stride(from: words.count, through: 1, by: -1) {
      let start = words[words.count - count].lowerBound
      let before = String(line[..<start])
      let typed = words.suffix(count).map { Substring(line[$0].lowercased()) }
      // A single letter is in many wordings, and may be a variable.
      let letterCount = typed.reduce(0) { $0 + ($1.count > 1 || count == 1 ? $1.count : 0) }
      let beginsValue =
        count == 1 && library.phrases.contains { $0.isValue && !$0.isAlias && $0.words.first == typed[0] }
      for phrase in library.phrases {
        guard let (match, last) = phrase.match(typed) else { continue }
        // Other spellings are proposed only if their beginning is typed.
        if phrase.isAlias, match != .beginning || phrase.isTyped && letterCount < 3 { continue }
        let isStatement = before.allSatisfy(\.isWhitespace) && kind == .statement
        if isStatement == phrase.isValue { continue }
        let isShort = letterCount < 3
        // A letter may be a variable, and so may a word that is in the middle of a wording.
        let isOperand = isTyped && count == 1 && before.contains { !$0.isWhitespace }
        let isName = isOperand && (letterCount == 1 || match == .words)
        // A word that begins a value isn't a statement that only contains the word: `random`.
        let isOtherKind = isStatement && match == .words && beginsValue
        // Few letters are in many wordings, so those with the same beginning are one proposal.
        var text = phrase.beginning(through: match == .words && !isShort ? last : 0)
        if phrase.startsWithInput, let sign = before.last(where: { !$0.isWhitespace }), !Self.isSign(sign) {
          text = String(text.drop { $0 == "_" || $0 == " " })
        }
        let rank = isName || isOtherKind ? .letters : Self.rank(of: match, isShort: isShort)
        proposals.append(Proposal(text: before + text, rank: rank))
      }
    }
    return proposals.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// Returns the start, in bytes, of a text or name in quotes that isn't closed yet; nil if there is none.
  func unclosedQuote(in line: String) -> Int? {
    let tokens = Lexer(Array(line.utf8), words: library.words, isTyped: isTyped).tokens
    return tokens.last { $0.kind == .fault && Int($0.end) == line.utf8.count }.map { Int($0.start) }
  }

  static func rank(of match: Phrase.Match, isShort: Bool) -> LineReading.Rank {
    switch match {
    case .beginning: .beginning
    case .words: isShort ? .letters : .words
    case .letters: .letters
    }
  }

  static func isSign(_ character: Character) -> Bool {
    !character.isLetter && !character.isNumber && character != "\"" && character != "`" && character != ")"
      && character != "]"
  }

  /// Returns the words at the end of a line, without signs and literals between them.
  static func lastWords(of line: String) -> [Range<String.Index>] {
    var words: [Range<String.Index>] = []
    var end = line.endIndex
    while words.count < 4 {
      let start =
        line[..<end].lastIndex { !($0.isLetter || $0.isNumber || $0 == "_") }.map(line.index(after:))
        ?? line.startIndex
      guard start < end, !line[start].isNumber else { break }
      words.append(start..<end)
      guard start > line.startIndex, line[line.index(before: start)] == " " else { break }
      end = line.index(before: start)
    }
    return words.reversed()
  }

  /// Returns proposals for the names that begin with some letters.
  func names(for letters: String, behind before: String, _ kind: LineKind) -> [Proposal] {
    let letters = letters.lowercased()
    var proposals: [Proposal] = []
    for name in variableNames where name.lowercased().hasPrefix(letters) {
      proposals.append(Proposal(text: before + written(name), rank: .name))
    }
    for (name, inputs) in functions.sorted(by: { $0.key < $1.key }) where name.lowercased().hasPrefix(letters) {
      let isStatement = before.allSatisfy(\.isWhitespace) && kind == .statement
      let call = written(name) + (inputs.isEmpty && isStatement ? "" : "(")
      proposals.append(Proposal(text: before + call, rank: .name))
    }
    return proposals
  }

  /// Returns a name as it is written in the notation.
  func written(_ name: String) -> String {
    let isReserved =
      plain.reserved.contains(plain.words.number(of: name.utf8))
      || plain.statementWords.contains(plain.words.number(of: name.utf8))
    if NameText.isWord(name, words: plain.words), !isReserved { return name }
    var bytes: [UInt8] = []
    NameText.appendQuoted(name, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
