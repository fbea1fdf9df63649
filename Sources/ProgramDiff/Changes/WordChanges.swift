/// The differences between two lines, word by word.
package nonisolated enum WordChanges {
  /// A part of two lines.
  package struct Span: Equatable {
    package enum Kind: Sendable { case same, deleted, inserted }

    package var kind: Kind
    package var text: String
  }

  /// The parts of two lines, from left to right: deleted words come before the words that replace them.
  package static func spans(_ old: String, _ new: String) -> [Span] {
    let (words, others) = (words(of: old), words(of: new))
    var spans: [Span] = []
    func add(_ kind: Span.Kind, _ words: ArraySlice<Substring>) {
      if words.isEmpty { return }
      let text = words.joined()
      if let last = spans.last, last.kind == kind {
        spans[spans.count - 1].text += text
      } else {
        spans.append(Span(kind: kind, text: text))
      }
    }
    var (start, otherStart) = (0, 0)
    for (end, otherEnd) in joined(LineAlignment.pairs(words, others), words) + [(words.count, others.count)] {
      add(.deleted, words[start..<end])
      add(.inserted, others[otherStart..<otherEnd])
      if end < words.count { add(.same, words[end...end]) }
      (start, otherStart) = (end + 1, otherEnd + 1)
    }
    return spans
  }

  /// Leaves out equal spaces between changes, so that a replaced phrase stays in one piece.
  private static func joined(_ pairs: [ListAlignment.Pair], _ words: [Substring]) -> [ListAlignment.Pair] {
    var kept: [ListAlignment.Pair] = []
    for (index, pair) in pairs.enumerated() {
      let previous: ListAlignment.Pair = index > 0 ? pairs[index - 1] : (-1, -1)
      let next = index + 1 < pairs.count ? pairs[index + 1] : nil
      let isBesideChange = previous.old + 1 < pair.old && previous.new + 1 < pair.new
      let isBeforeChange = next.map { pair.old + 1 < $0.old && pair.new + 1 < $0.new } ?? false
      if isBesideChange, isBeforeChange, words[pair.old] == " " { continue }
      kept.append(pair)
    }
    return kept
  }

  /// A line as words, numbers, spaces and signs.
  private static func words(of line: String) -> [Substring] {
    enum Class { case word, space, sign }
    func kind(_ character: Character) -> Class {
      character.isLetter || character.isNumber || character == "_" ? .word : character == " " ? .space : .sign
    }
    /// Whether a point is inside a number.
    func isDecimalPoint(_ index: String.Index, _ start: String.Index) -> Bool {
      let next = line.index(after: index)
      return line[index] == "." && line[start].isNumber && next < line.endIndex && line[next].isNumber
    }
    var words: [Substring] = []
    var start = line.startIndex
    while start < line.endIndex {
      let first = kind(line[start])
      var end = line.index(after: start)
      while first != .sign, end < line.endIndex, kind(line[end]) == first || isDecimalPoint(end, start) {
        end = line.index(after: end)
      }
      words.append(line[start..<end])
      start = end
    }
    return words
  }
}
