/// Spellings of Scratch, and of languages other than Python and JavaScript, whose meaning is certain.
extension LineReader {
  /// Returns a line in a spelling that is read: `repeat 5 times` for `5 times repeat`; nil for any other line.
  func inKnownWords(_ line: String) -> String? {
    guard isTyped else { return nil }
    let plain = Self.withoutDollars(Self.withoutScratchShapes(line)).trimmingSpaces
    let meant =
      Self.repetition(plain) ?? Self.counting(plain) ?? Self.eachItem(plain) ?? Self.assignment(plain)
      ?? Self.printing(plain) ?? plain
    let known = Self.withListAfterIn(meant)
    return known == line ? nil : known
  }

  // MARK: - Scratch and PHP

  /// Returns a line with parentheses, names and texts in place of the shapes of Scratch's blocks: `<(x) > (3)>`,
  /// `[x v]`, `[hello]`.
  private static func withoutScratchShapes(_ line: String) -> String {
    var (line, isScratch) = (line, ["say [", "ask [", "think ["].contains(where: line.hasPrefix))
    if line.contains("<"), let bracketed = withBracketedTests(line) { (line, isScratch) = (bracketed, true) }
    if line.contains(" v]") || line.contains(" v)") {
      line = line.replacing(/[\[(]([^\[\]()\x22\x27]+?) v[\])]/) { match in
        let name = String(match.output.1)
        return name.contains(" ") ? "`\(name)`" : name
      }
      isScratch = true
    }
    if !isScratch { return line }
    return line.replacing(/\[([^\[\]\x22]*)\]/) { match in
      Double(match.output.1) == nil ? "\"\(match.output.1)\"" : String(match.output.1)
    }
  }

  /// Returns a line with parentheses for the corners around Scratch's tests; nil if it has none, or another number of
  /// opening and closing ones. Scratch writes blanks around the signs that compare.
  private static func withBracketedTests(_ line: String) -> String? {
    var result = ""
    var depth = 0
    var isFound = false
    let signs = Array(line)
    for (index, sign) in signs.enumerated() {
      let before = index > 0 ? signs[index - 1] : " "
      let after = index + 1 < signs.count ? signs[index + 1] : " "
      if sign == "<", " <(".contains(before), after != " ", after != "=", after != "-" {
        depth += 1
        isFound = true
        result.append("(")
      } else if sign == ">", depth > 0, before != " ", before != "-", " >)".contains(after) {
        depth -= 1
        result.append(")")
      } else {
        result.append(sign)
      }
    }
    return isFound && depth == 0 ? result : nil
  }

  /// Returns a line without the signs before PHP's names: `$x = 5`.
  private static func withoutDollars(_ line: String) -> String {
    line.contains("$") && !line.contains("`") ? line.replacing(/\$(\w+)/) { $0.output.1 } : line
  }

  // MARK: - Statements

  /// Returns the loop that `5 times repeat`, `do 5 times` and `5.times do` mean.
  private static func repetition(_ line: String) -> String? {
    guard line.lowercased().contains("times"),
      let match = line.wholeMatch(
        of: /(?i)((?:do|repeat|loop|for)(?:\s+for)?\s+)?(\w+|\([^()]+\))[\s.]\s*times\s*(do|repeat|loop)?\s*([:\x7B]?)/),
      match.output.1 != nil || match.output.3 != nil || !match.output.4.isEmpty
    else { return nil }
    return "repeat \(match.output.2) times"
  }

  /// Returns the loop in Python's or JavaScript's words that counts as a line does: `for i=1:10`, `for i = 1, 10 do`,
  /// `for i in 0..<n {`, `for i := 10 downto 1 do`, `for i := 0; i < n; i++ {`.
  private static func counting(_ line: String) -> String? {
    guard let match = line.wholeMatch(of: /(?i)(for|loop|count|repeat)\b\s*(.+?)\s*(?:do|[:\x7B])?/) else { return nil }
    var rest = match.output.2
    if rest.first == "(", rest.last == ")" { rest = rest.dropFirst().dropLast() }
    if match.output.1.lowercased() != "for" {
      let isCounted = rest.wholeMatch(of: /([A-Za-z_]\w*)\s+from\s+(\S.*\s+to\s+.+)/)
      guard let isCounted, !["up", "down", "with"].contains(isCounted.output.1) else { return nil }
      return "for \(isCounted.output.1) from \(isCounted.output.2)"
    }
    guard let parts = rest.wholeMatch(of: /(?:(?:let|var|int)\s+)?(\w+)\s*(:=|=|in\b|from\b)\s*(.+)/) else {
      return nil
    }
    let (name, sign) = (parts.output.1, parts.output.2)
    let limits = parts.output.3
    if sign.last == "=", limits.contains(";") {
      return line.contains("(\(rest))") && sign == "=" ? nil : "for (\(name) = \(limits))"
    }
    return range(limits, isList: sign == "=").map { "for \(name) in \($0)" }
  }

  /// Returns the range between limits: `1:10`, `1:2:10`, `1, 10`, `0..<n`, `1..=n`, `10 downto 1`; nil for any other
  /// text, also for `1..10`, whose last number depends on the language.
  private static func range(_ text: Substring, isList: Bool) -> String? {
    var text = text
    if let first = text.first, let last = text.last, ["[]", "()"].contains("\(first)\(last)") {
      text = text.dropFirst().dropLast()
    }
    guard !text.contains(where: { "[]{}\"'`".contains($0) }) else { return nil }
    func parts(_ separator: String) -> [String] { text.split(separator: separator).map { String($0).trimmingSpaces } }
    for separator in ["..<", "..=", " downto ", " down to "] where text.contains(separator) {
      let limits = parts(separator)
      guard limits.count == 2 else { return nil }
      switch separator {
      case "..<": return "range(\(limits[0]), \(limits[1]))"
      case "..=": return "range(\(limits[0]), \(next(to: limits[1], by: 1)))"
      default: return "range(\(limits[0]), \(next(to: limits[1], by: -1)), -1)"
      }
    }
    var limits = parts(":")
    if limits.count == 3 { limits.swapAt(1, 2) }
    if limits.count < 2, isList, !text.contains("(") { limits = parts(",") }
    guard limits.count == 2 || limits.count == 3 && Int(limits[2]) != nil else { return nil }
    let step = limits.count == 3 ? Int(limits[2]) ?? 1 : 1
    return "range(\(limits[0]), \(next(to: limits[1], by: step.signum()))\(limits.count == 3 ? ", \(step)" : ""))"
  }

  /// Returns the value after a whole number.
  private static func next(to value: String, by step: Int) -> String {
    Int(value).map { "\($0 + step)" } ?? "\(value) \(step < 0 ? "-" : "+") 1"
  }

  /// Returns the loop that `for all x in nums` and `foreach (nums as x)` mean.
  private static func eachItem(_ line: String) -> String? {
    if let match = line.wholeMatch(of: /(?i)for\s+(?:all|every|any)\s+(?:the\s+)?(?:items?\s+)?(\w+\s+(?:in|of)\s+.+)/)
    {
      return "for \(match.output.1)"
    }
    return line.wholeMatch(of: /(?i)foreach\s*\((.+)\s+as\s+(\w+)\)\s*([:\x7B]?)/).map {
      "for \($0.output.2) in \($0.output.1)\($0.output.3)"
    }
  }

  /// Returns the assignment that `put 5 into x` and `store 5 in x` mean.
  private static func assignment(_ line: String) -> String? {
    line.wholeMatch(of: /(?i)(?:put|store|save|assign)\s+(.+)\s+(?:into|in|to)\s+(\w+)/).map {
      "\($0.output.2) = \($0.output.1)"
    }
  }

  /// Returns the statement that `println!("{}", x)` and `fmt.Println(x)` mean.
  private static func printing(_ line: String) -> String? {
    if let match = line.wholeMatch(of: /println!\(\s*(\x22[^\x22]*\x22)\s*(?:,\s*(.+))?\);?/) {
      return match.output.2.map { "print(\(match.output.1).format(\($0)))" } ?? "print(\(match.output.1))"
    }
    return line.wholeMatch(of: /fmt\.Println(\(.*\));?/).map { "print\($0.output.1)" }
  }

  /// Returns a line with a list in place of the tuple after `in`: `if x in (1, 2, 3):`.
  private static func withListAfterIn(_ line: String) -> String {
    line.contains(" in (") && line.contains(",")
      ? line.replacing(/\sin \(([^()\[\]]*,[^()\[\]]*)\)/) { " in [\($0.output.1)]" } : line
  }
}
