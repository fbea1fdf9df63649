import Markup

/// The logical lines of a Python file, divided as Python's own tokenizer does: strings and brackets may span several
/// lines, and indentation is checked. Source: The Python Language Reference, “Lexical analysis”.
package struct PythonLines: Sendable {
  /// A statement, or the head of one with a body.
  struct Line {
    /// The indices of its lines in the file.
    var range: Range<Int>
    /// The columns before it. A tab goes to the next multiple of eight.
    var indentation: Int
    /// The statement on one line, without the comments in it.
    var text: String
    /// The comments in it, from the first line on.
    var comments: [String] = []
    /// Whether it is nothing but a text, such as a docstring.
    var isText = false
    /// Whether a text in it spans several lines.
    var hasLongText = false
    /// Whether it ends in the colon before a body.
    var opensBody: Bool { text.last == ":" }
  }

  /// The lines of the file.
  let source: [Substring]
  var lines: [Line] = []
  /// The lines with nothing but a comment: their indices and texts.
  private(set) var comments: [(index: Int, text: String)] = []

  /// - Throws: `NotationError` with the first mistake that Python would report.
  package init(_ text: String) throws(NotationError) {
    source = text.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine)
    var scan = Scan()
    for (index, line) in source.enumerated() {
      if scan.isOpen {
        try scan.add(line, at: index)
      } else {
        let rest = line.drop { " \t\u{0C}".contains($0) }
        if rest.isEmpty { continue }
        if rest.first == "#" {
          comments.append((index, String(rest)))
          continue
        }
        try scan.begin(line, rest, at: index)
      }
      if !scan.isOpen { lines.append(scan.line) }
    }
    try scan.end(at: source.count)
    joinPrompts()
  }

  private static func endsLine(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }

  // MARK: - Scanning

  /// The state between two lines of a file.
  private struct Scan {
    var line = Line(range: 0..<0, indentation: 0, text: "")
    /// The open brackets, with their places.
    private var brackets: [(sign: Character, isTuple: Bool, place: SourcePosition)] = []
    /// The quotation marks of the open text, and its place.
    private var quote: (marks: String, isRaw: Bool, place: SourcePosition)?
    /// Whether the last line ends in a backslash.
    private var isContinued = false
    /// The indentations of the bodies around the line, in columns and in characters.
    private var levels: [(columns: Int, characters: Int)] = [(0, 0)]
    /// The number of texts in the statement, and whether there is anything else in it.
    private var textCount = 0
    private var hasOthers = false

    var isOpen: Bool { !brackets.isEmpty || quote != nil || isContinued }

    private func mistake(_ message: String, _ place: SourcePosition) -> NotationError {
      NotationError(mistakes: [(place, message)])
    }

    mutating func begin(_ source: Substring, _ rest: Substring, at index: Int) throws(NotationError) {
      var columns = 0
      for character in source[..<rest.startIndex] {
        columns = character == "\t" ? (columns / 8 + 1) * 8 : character == "\u{0C}" ? 0 : columns + 1
      }
      let characters = source.distance(from: source.startIndex, to: rest.startIndex)
      let place = SourcePosition(line: index + 1, column: characters + 1)
      let isBody = line.opensBody
      let last = levels[levels.count - 1]
      // The width of a tab must not matter.
      let around = levels.last { $0.columns <= columns } ?? last
      if (columns == around.columns) != (characters == around.characters) || characters < around.characters {
        throw mistake("tabs and spaces are mixed in its indentation", place)
      }
      if columns > last.columns {
        if !isBody { throw mistake("unexpected indent", place) }
        levels.append((columns, characters))
      } else if isBody {
        throw mistake("an indented block is missing after line \(line.range.lowerBound + 1)", place)
      }
      while columns < levels[levels.count - 1].columns { levels.removeLast() }
      guard columns == levels[levels.count - 1].columns else {
        throw mistake("its indentation matches no line above", place)
      }
      line = Line(range: index..<index, indentation: columns, text: "")
      (textCount, hasOthers) = (0, false)
      try add(rest, at: index, from: characters)
    }

    /// Adds a line of the file to the statement.
    /// - Parameter characters: the number of characters before it in its line.
    mutating func add(_ source: Substring, at index: Int, from characters: Int = 0) throws(NotationError) {
      line.range = line.range.lowerBound..<index + 1
      var rest = source
      if quote != nil {
        if !isContinued { line.text += "\\n" }
      } else if !line.text.isEmpty {
        rest = rest.drop(while: \.isWhitespace)
        if !"([{".contains(line.text.last ?? " "), !")]}".contains(rest.first ?? ")") { line.text += " " }
      }
      isContinued = false
      // The length of the rest, which would take long to count at each character.
      let length = source.count
      var left = rest.count
      func place() -> SourcePosition { SourcePosition(line: index + 1, column: characters + length - left + 1) }
      while let character = rest.first {
        if let open = quote {
          left -= goOn(&rest, in: open)
        } else if character == "#" {
          let comment = rest.drop { "# ".contains($0) }
          if !comment.isEmpty { line.comments.append(String(comment)) }
          break
        } else if character == "\"" || character == "'" {
          left -= begin(&rest, place())
        } else if character == "\\", left == 1 {
          isContinued = true
          break
        } else {
          if !character.isWhitespace { hasOthers = hasOthers || !isPrefix(of: rest) }
          try match(character, place())
          line.text.append(character)
          rest.removeFirst()
          left -= 1
        }
      }
      if let open = quote, open.marks.count == 1, !isContinued {
        throw mistake("a text has no closing quotation mark", open.place)
      }
      if let quote, !quote.isRaw { line.hasLongText = true }
      if !isOpen {
        while line.text.last?.isWhitespace == true { line.text.removeLast() }
        line.isText = textCount > 0 && !hasOthers
      }
    }

    /// Whether letters are the prefix of a text, such as `r` or `f`.
    private func isPrefix(of rest: Substring) -> Bool {
      let letters = rest.prefix { "rRbBuUfF".contains($0) }
      return letters.count <= 2 && ["\"", "'"].contains(rest.dropFirst(letters.count).first)
    }

    /// Begins a text.
    /// - Returns: the number of characters of its quotation mark.
    private mutating func begin(_ rest: inout Substring, _ place: SourcePosition) -> Int {
      let mark = String(rest.first ?? "\"")
      let isLong = rest.hasPrefix(mark + mark + mark)
      let word = line.text.reversed().prefix { $0.isLetter }
      quote = (isLong ? mark + mark + mark : mark, word.contains("r") || word.contains("R"), place)
      line.text += mark
      rest = rest.dropFirst(isLong ? 3 : 1)
      textCount += 1
      return isLong ? 3 : 1
    }

    /// Adds a character of a text, or its end.
    /// - Returns: the number of characters in the file.
    private mutating func goOn(
      _ rest: inout Substring, in open: (marks: String, isRaw: Bool, place: SourcePosition)
    ) -> Int {
      let mark = open.marks.first ?? "\""
      if rest.hasPrefix(open.marks) {
        quote = nil
        line.text.append(mark)
        rest = rest.dropFirst(open.marks.count)
        return open.marks.count
      }
      if rest.first == "\\" {
        let pair = rest.prefix(2)
        // A backslash at the end of a line removes the line break.
        if pair.count == 1 { isContinued = true } else { line.text += pair }
        rest = rest.dropFirst(2)
        return pair.count
      }
      // A long text may contain quotation marks.
      if rest.first == mark { line.text += "\\" }
      line.text.append(rest.removeFirst())
      return 1
    }

    private mutating func match(_ character: Character, _ place: SourcePosition) throws(NotationError) {
      switch character {
      case "(", "[", "{":
        let follows = line.text.last.map { $0.isLetter || $0.isNumber || "_)]".contains($0) } ?? false
        brackets.append((character, character == "(" && !follows, place))
      case ")", "]", "}":
        guard let open = brackets.popLast() else { throw mistake("“\(character)” closes no bracket", place) }
        let pairs: [Character: Character] = ["(": ")", "[": "]", "{": "}"]
        if pairs[open.sign] != character {
          throw mistake("“\(character)” doesn't close the “\(open.sign)” of line \(open.place.line)", place)
        }
        // The last item may have a comma, which makes a tuple of one.
        while line.text.last == " " { line.text.removeLast() }
        if line.text.last == ",", !open.isTuple { line.text.removeLast() }
      default: break
      }
    }

    func end(at count: Int) throws(NotationError) {
      if let quote { throw mistake("a text has no closing quotation mark", quote.place) }
      if let bracket = brackets.last { throw mistake("“\(bracket.sign)” is never closed", bracket.place) }
      let place = SourcePosition(line: count, column: 1)
      if isContinued { throw mistake("nothing follows the “\\” at the end", place) }
      if line.opensBody {
        throw mistake("an indented block is missing after line \(line.range.lowerBound + 1)", place)
      }
    }
  }

  // MARK: - Statements

  /// Returns the index of the logical line that begins in a line of the file; nil if none does.
  /// - Parameter number: counted from 1.
  package func index(ofLine number: Int) -> Int? { lines.firstIndex { $0.range.lowerBound == number - 1 } }

  /// Returns the number of the last line of the whole statement that a line belongs to; nil if none begins there.
  package func lastLine(ofStatementAt number: Int) -> Int? {
    index(ofLine: number).map { lines[statement(around: $0).upperBound - 1].range.upperBound }
  }

  /// Adds the lines that depend on those that stay as code: imports that these need, and uses of their functions and
  /// classes.
  package func withDependents(of code: Set<Int>) -> Set<Int> {
    var all = Set(code.flatMap { Array(statement(around: $0)) })
    let names = lines.map { Set(LineReader.names(in: $0.text).map(\.name)) }
    var count = -1
    while count != all.count {
      count = all.count
      let defined = Set(all.compactMap { Self.definition(in: lines[$0].text) })
      let dictionaries = Set(all.compactMap { Self.dictionary(in: lines[$0].text) })
      let used = all.reduce(into: Set<String>()) { $0.formUnion(names[$1]) }
      for index in lines.indices where !all.contains(index) {
        let imported = Self.imports(in: lines[index].text)
        let text = lines[index].text
        if !imported.isDisjoint(with: used) || imported.isEmpty && !names[index].isDisjoint(with: defined)
          || names[index].contains(where: {
            dictionaries.contains($0) && (text.contains("\($0)[") || text.contains("\($0)."))
          })
        {
          all.formUnion(statement(around: index))
        }
      }
    }
    return all
  }

  /// The names that a line imports.
  private static func imports(in text: String) -> Set<String> {
    guard let match = text.wholeMatch(of: /(?:from +[\w.]+ +)?import +(.+)/) else { return [] }
    let names = match.1.split(separator: ",").compactMap { part in
      part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
    // `import a.b as c` binds `c`, and `import a.b` binds `a`.
    return Set(names.compactMap { $0.contains("as") ? $0.last : $0.first })
  }

  /// Returns the code of a statement with its body and its further branches, without the indentation around it.
  /// - Parameter range: the indices of its logical lines.
  func code(of range: Range<Int>) -> String {
    guard let first = range.first else { return "" }
    let margin = lines[first].indentation
    var code: [String] = []
    for index in range {
      let line = lines[index]
      let before =
        index == first
        ? [] : comments.filter { (lines[index - 1].range.upperBound..<line.range.lowerBound).contains($0.index) }
      for comment in before { code.append(Self.spaces(line.indentation - margin) + comment.text) }
      if line.hasLongText {
        // Indentation would change the text.
        let comment = line.comments.isEmpty ? "" : "  # \(line.comments.joined(separator: " "))"
        code.append(Self.spaces(line.indentation - margin) + line.text + comment)
      } else {
        for number in line.range {
          let text = source[number]
          let columns = number == line.range.lowerBound ? line.indentation : LineReader.indentation(of: String(text))
          code.append(Self.spaces(max(0, columns - margin)) + text.drop(while: \.isWhitespace))
        }
      }
    }
    return code.map { text in
      String(text.prefix(text.count - text.reversed().prefix(while: \.isWhitespace).count))
    }.joined(separator: "\n")
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Returns the indices of the logical lines of the whole statement that a line belongs to: a head with its body, and
  /// with the branches before and after it.
  func statement(around index: Int) -> Range<Int> {
    var start = index
    let indentation = lines[index].indentation
    while Self.isBranch(lines[start].text),
      let above = lines[..<start].lastIndex(where: { $0.indentation <= indentation }),
      lines[above].indentation == indentation
    {
      start = above
    }
    while start > 0, lines[start - 1].indentation == indentation, lines[start - 1].text.hasPrefix("@") { start -= 1 }
    var end = index + 1
    while end < lines.count,
      lines[end].indentation > indentation
        || lines[end].indentation == indentation
          && (Self.isBranch(lines[end].text) || lines[end - 1].text.hasPrefix("@"))
    {
      end += 1
    }
    return start..<end
  }

  private static func isBranch(_ text: String) -> Bool {
    ["else", "elif", "except", "finally"].contains(String(text.prefix(while: \.isLetter)))
  }
}
