/// Indents bodies of a program that end in a brace or a word and aren't indented, as BASIC's `FOR i = 1 TO 3` …
/// `NEXT i`.
struct BodyIndentation {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement]

  /// A body that has no end yet.
  private struct Open {
    var index: Int
    /// The words that end it.
    var ends: Set<String>
    /// The lines with its further branches.
    var branches: [Int] = []
  }

  init(_ lines: [Statement]) {
    self.lines = lines
    var open: [Open] = []
    for (index, line) in lines.enumerated() where !line.isCode {
      let words = Self.words(of: line.text)
      let isOpening = line.text.last == "{"
      if words.first == "else" || words.first == "elseif" || words.first == "}" && isOpening {
        if !open.isEmpty { open[open.count - 1].branches.append(index) }
        // The brace of a branch belongs to the one before it.
        if words.first == "}" || !isOpening || open.last.map({ !$0.ends.contains("}") }) ?? true { continue }
        open[open.count - 1].branches.removeLast()
      }
      if let end = Self.end(words), let start = open.lastIndex(where: { $0.ends.contains(end) }) {
        indent(open[start], endingAt: index)
        open.removeSubrange(start...)
      } else if isOpening {
        open.append(Open(index: index, ends: ["}"]))
      } else if let ends = Self.ends(ofBodyBehind: words) {
        open.append(Open(index: index, ends: ends))
      }
    }
  }

  /// Returns lines in which braces that are alone on a line are moved to the end of the line whose body they open.
  static func withBraces(_ lines: [Statement]) -> [Statement] {
    var result: [Statement] = []
    for line in lines {
      if line.text == "{", let last = result.last, LineSigns(last.text).comment == nil, last.text.last != "{" {
        result[result.count - 1] = last.saying(last.text + " {")
      } else {
        result.append(line)
      }
    }
    return result
  }

  private mutating func indent(_ body: Open, endingAt end: Int) {
    let outer = lines[body.index].indentation
    let inside = ((body.index + 1)..<end).filter { !body.branches.contains($0) }
    guard let inner = inside.map({ lines[$0].indentation }).min(), inner <= outer else { return }
    for index in inside { lines[index].indentation += outer + 2 - inner }
  }

  private static func words(of line: String) -> [Substring] {
    if line.first == "}" { return ["}"] }
    return line.lowercased().split { " \t;".contains($0) }.map { Substring($0) }
  }

  /// Returns the word with which a line ends a body, `endif` for `end if`; nil for any other line.
  private static func end(_ words: [Substring]) -> String? {
    switch words.first {
    case "end": words.count > 1 ? "end\(words[1])" : "end"
    case "}", "next", "wend", "fi", "done", "endif", "endwhile", "endfor", "endsub", "endfunction":
      words.first.map(String.init)
    default: nil
    }
  }

  /// Returns the words that may end the body that a line begins; nil if it begins none.
  private static func ends(ofBodyBehind words: [Substring]) -> Set<String>? {
    if words.last?.last == ":" { return nil }
    return switch words.first {
    case "for": ["next", "endfor", "done", "end"]
    case "while": ["wend", "endwhile", "done", "end"]
    case "if" where words.last == "then" || !words.contains("then"): ["endif", "fi", "end"]
    case "sub", "function": ["endsub", "endfunction", "end"]
    default: nil
    }
  }
}
