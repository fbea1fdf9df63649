/// Puts each statement of a program on one line: statements that continue on the next line are joined, and
/// statements that share a line are separated.
struct StatementLines {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement] = []

  init(_ program: [Statement]) {
    // If no line ends in a brace or a semicolon, as in Python, `//` divides.
    let divides = !program.contains { ";{".contains($0.text.last ?? " ") || $0.text.hasPrefix("//") }
    var rest = program[...]
    while let first = rest.first {
      if first.isCode {
        lines.append(rest.removeFirst())
        continue
      }
      let count = Self.length(ofTextIn: rest) ?? Self.lengthOfStatement(in: rest) ?? 1
      let texts = rest.prefix(count).map(\.text)
      rest = rest.dropFirst(count)
      var whole = count > 1 ? Self.joined(texts) : first.text
      if let comment = Self.takeComment(of: &whole, divides: divides) {
        // Variables of blocks have no value at first, so the line needs no block.
        if comment == "not set yet", whole.contains(/^\w+ = (None|0)$/) { continue }
        lines.append(Statement(indentation: first.indentation, text: "# \(comment)", number: first.number))
      }
      for part in Self.parts(of: whole, divides: divides).flatMap({ SeveralAssignments.parts(of: $0, in: program) }) {
        if let loop = ListLoops.loop(for: part, at: first.indentation, number: first.number, in: program) {
          lines += loop
          continue
        }
        guard let text = Self.meant(by: part) else { continue }
        lines.append(Statement(indentation: first.indentation, text: text, number: first.number))
      }
    }
  }

  /// Returns a statement as it would be typed; nil for one that blocks don't need.
  private static func meant(by statement: String) -> String? {
    let text = statement.last == ";" ? String(statement.dropLast()) : statement
    if ["\"use strict\"", "'use strict'"].contains(text) { return nil }
    // Without a value, these print an empty line.
    if ["print", "print()", "console.log()"].contains(text.lowercased()) { return "print(\"\")" }
    // Generated Python counts from 0 if the variable isn't a number yet.
    if text.contains("isinstance("),
      let match = text.wholeMatch(of: /(\w+) = \((\w+) if isinstance\((\w+), Number\) else 0\) \+ (.+)/),
      match.output.1 == match.output.2, match.output.1 == match.output.3
    {
      return "change \(match.output.1) by \(match.output.4)"
    }
    let words = text.split(separator: " ")
    // A declaration isn't needed: setting a variable creates it.
    if words.count == 2, ["let", "var"].contains(words[0]),
      words[1].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    {
      return "\(text);"
    }
    return LineReader.namedFunction(statement) ?? loop(calling: text) ?? statement
  }

  /// Returns the loop that calls a function for each item of a list: `names.forEach(name => { … })`; nil for any other
  /// statement.
  private static func loop(calling statement: String) -> String? {
    guard statement.contains(".forEach("),
      let match = statement.wholeMatch(
        of: /([\w.\[\]]+)\.forEach\(\s*(?:function\s*)?\(?\s*(\w+)\s*\)?\s*(?:=>\s*)?(.+)\)/)
    else { return nil }
    let (_, list, item, body) = match.output
    return "for (const \(item) of \(list)) " + (body.first == "{" ? "\(body)" : "{ \(body); }")
  }

  /// Returns the number of lines of a string that documents a function; nil if the first line doesn't begin one.
  private static func length(ofTextIn lines: ArraySlice<Statement>) -> Int? {
    guard let first = lines.first?.text, let mark = ["\"\"\"", "'''"].first(where: first.hasPrefix) else { return nil }
    if first.dropFirst(mark.count).contains(mark) { return 1 }
    return lines.dropFirst().firstIndex { $0.text.contains(mark) }.map { $0 - lines.startIndex + 1 }
  }

  /// Returns the number of lines of the first statement; nil if its brackets stay open.
  private static func lengthOfStatement(in lines: ArraySlice<Statement>) -> Int? {
    var depth = 0
    let declares = lines.first.map { line in ["let ", "var ", "const "].contains(where: line.text.hasPrefix) } ?? false
    for (index, line) in lines.enumerated() {
      let signs = LineSigns(line.text)
      if signs.endsInText { return nil }
      depth += signs.depth
      if depth <= 0, !signs.goesOn, !declares || !signs.endsInComma { return index + 1 }
      // The text after `//` may be a divisor.
      if signs.hasSlashes { return nil }
    }
    return nil
  }

  /// Removes and returns the comment after a statement, to be typed before it. `//` may divide unless a sign ends the
  /// statement.
  private static func takeComment(of line: inout String, divides: Bool) -> String? {
    let signs = LineSigns(line, divides: divides)
    guard let start = signs.comment ?? signs.slashes, start > line.startIndex else { return nil }
    var statement = line[..<start]
    while statement.last?.isWhitespace == true { statement.removeLast() }
    guard let last = statement.last, signs.comment != nil || ";{}".contains(last) else { return nil }
    let comment = line[start...].drop { "#/ ".contains($0) }
    line = String(statement)
    // A `return` and the end of a body have no block of their own.
    return comment.isEmpty || ["return", "}"].contains(statement.prefix { $0.isLetter || $0 == "}" }) && last != "{"
      ? nil : String(comment)
  }

  /// Returns several lines as one, without the comments at their ends.
  private static func joined(_ texts: [String]) -> String {
    var whole = ""
    for (index, text) in texts.enumerated() {
      let signs = LineSigns(text)
      let isLast = index == texts.count - 1
      var part = isLast ? text[...] : text[..<(signs.comment ?? text.endIndex)]
      if signs.goesOn { part = part.dropLast() }
      while part.last?.isWhitespace == true { part.removeLast() }
      let isClosing = part.first.map { ")]".contains($0) } ?? false
      // The last item may have a trailing comma.
      if isClosing, whole.last == "," { whole.removeLast() }
      let isGlued = isClosing || whole.isEmpty || whole.last.map { "([".contains($0) } ?? false || part.isEmpty
      whole += isGlued ? part : " " + part
    }
    return whole
  }

  /// Returns the statements of a line. Those after a colon or in braces aren't separated: they are in the body of the
  /// first one.
  static func parts(of line: String, divides: Bool = false) -> [String] {
    let signs = LineSigns(line, divides: divides)
    if signs.semicolons.isEmpty || signs.opensBody || signs.endsInText { return [line] }
    var parts: [String] = []
    var start = line.startIndex
    let isLoop = ["for ", "for(", "while ", "while("].contains(where: line.hasPrefix)
    for end in signs.semicolons + [line.endIndex] {
      // The branch belongs to the statement in the loop.
      if isLoop, end < line.endIndex, line[line.index(after: end)...].drop(while: \.isWhitespace).hasPrefix("else ") {
        continue
      }
      let part = line[start..<end].drop(while: \.isWhitespace)
      // Other languages end a line with a semicolon.
      if !part.isEmpty { parts.append(String(part)) }
      start = end == line.endIndex ? end : line.index(after: end)
    }
    return parts.count > 1 ? parts : [line]
  }
}
