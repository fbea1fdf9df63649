/// Reading the forms that only Blockly's generators write.
extension LineReader {
  /// Returns a line in a form that is read: `i += 1` for `i = (i if isinstance(i, Number) else 0) + 1`.
  static func withoutGeneratedForms(_ line: String) -> String {
    var line = withTextSums(withoutWholeIndices(line))
    if let match = line.wholeMatch(of: /(\w+|`[^`]+`) = \(\1 if isinstance\(\1, Number\) else 0\) \+ (.+)/) {
      line = "\(match.output.1) += \(match.output.2)"
    } else if let match = line.wholeMatch(of: /(\w+|`[^`]+`) = \(typeof \1 === 'number' \? \1 : 0\) \+ (.+)/) {
      line = "\(match.output.1) += \(match.output.2)"
    } else if let match = line.wholeMatch(of: /(\w+|`[^`]+`) = str\(\1\) \+ (.+)/) {
      line = "\(match.output.1) += \(match.output.2)"
    } else if let match = line.wholeMatch(of: /for (\w+|`[^`]+`) in \((.+)\) and upRange\((.+)\) or downRange\(\3\):/),
      case let limits = items(of: match.output.3), limits.count == 3, limits[2] == "1",
      match.output.2 == "\(limits[0]) <= \(limits[1])"
    {
      line = "for \(match.output.1) = \(limits[0]) to \(limits[1]):"
    }
    return line
  }

  /// Returns a line with sums in place of the texts that Python joins: `''.join([str(x) for x in ['a', b]])`.
  private static func withTextSums(_ line: String) -> String {
    var line = line
    // The innermost one is the last.
    while let match = line.ranges(of: /''\.join\(\[str\((\w+)\) for \w+ in \[/).last {
      guard let end = end(ofBracketBefore: match.upperBound, in: line), line[end...].hasPrefix("]])") else { break }
      let parts = items(of: line[match.upperBound..<end]).map { "\"'".contains($0.first ?? " ") ? $0 : "str(\($0))" }
      line.replaceSubrange(match.lowerBound..<line.index(end, offsetBy: 3), with: "(\(parts.joined(separator: " + ")))")
    }
    return line
  }

  /// Returns a line without `int` around the index of an item, as blocks ignore the fraction of an index.
  private static func withoutWholeIndices(_ line: String) -> String {
    var line = line
    while let match = line.firstMatch(of: /(?:\[ ?|\[[^\[\]]* : |\.pop\(|\.insert\()(int\()/) {
      let call = match.output.1
      guard let end = end(ofBracketBefore: call.endIndex, in: line),
        line[line.index(after: end)...].firstMatch(of: /^(?:\]| :|\)|,)/) != nil
      else { break }
      let value = line[call.endIndex..<end]
      line.replaceSubrange(call.startIndex...end, with: String(value))
    }
    return line
  }

  /// Returns the index of the bracket that closes the one before an index; nil if none does.
  private static func end(ofBracketBefore start: String.Index, in line: String) -> String.Index? {
    var depth = 0
    for (index, sign) in signs(of: line[start...]) {
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }

  /// Returns the parts of a text between the commas outside of brackets.
  private static func items(of text: Substring) -> [String] {
    var (items, depth, start): ([String], Int, String.Index) = ([], 0, text.startIndex)
    for (index, sign) in signs(of: text) {
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) { depth -= 1 }
      if sign == ",", depth == 0 {
        items.append(String(text[start..<index]).trimmingSpaces)
        start = text.index(after: index)
      }
    }
    return items + [String(text[start...]).trimmingSpaces]
  }

  /// Returns the characters of a text that are outside of literals, with their indices.
  private static func signs(of text: Substring) -> [(index: String.Index, sign: Character)] {
    var signs: [(index: String.Index, sign: Character)] = []
    var quote: Character?
    var isEscaped = false
    for index in text.indices {
      let sign = text[index]
      if let open = quote {
        if sign == open, !isEscaped { quote = nil }
        isEscaped = sign == "\\" && !isEscaped
      } else if "'\"".contains(sign) {
        (quote, isEscaped) = (sign, false)
      } else {
        signs.append((index, sign))
      }
    }
    return signs
  }
}
