import BlockModel
import MortiseScreen

/// Words quoted from the program in a sentence about it, as in `deleted print “abc”, 2 blocks`, and typed text. They
/// are between Unicode's isolate marks (U+2066, U+2068 and U+2069, Unicode Standard Annex 9), so that they are
/// shortened first where a sentence has too little space. The marks are never shown.
package enum QuotedWords {
  // Scalars, as whole status lines are read for each frame: characters take ten times as long.
  private static let openingOfTyped: Unicode.Scalar = "\u{2066}"
  private static let opening: Unicode.Scalar = "\u{2068}"
  private static let closing: Unicode.Scalar = "\u{2069}"

  /// Quotes a text, without such marks of its own.
  package static func quoted(_ text: String) -> String { "\(opening)\(plain(text))\(closing)" }

  /// Quotes typed text, which is shortened before anything else, because the user knows it.
  package static func typed(_ text: String) -> String { "\(openingOfTyped)\(plain(text))\(closing)" }

  /// Removes the marks from a sentence.
  package static func plain(_ sentence: String) -> String {
    let bytes = Array(sentence.utf8)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      // The marks are E2 81 A6, E2 81 A8 and E2 81 A9 in UTF-8.
      if bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x81,
        [0xA6, 0xA8, 0xA9].contains(bytes[index + 2])
      {
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Returns the meaning that a sentence gives of the typed text at its beginning, such as “set x to 1” for “x = 1”,
  /// after a blank; nil for any other sentence.
  package static func meaning(in sentence: String) -> String? {
    guard sentence.drop(while: \.isWhitespace).hasPrefix("“\(openingOfTyped)") else { return nil }
    return sentence.firstRange(of: "\(closing)”: ").map { " " + sentence[$0.upperBound...] }
  }

  /// Shortens typed text, then the longest quoted words of a sentence, until it fits.
  /// - Parameters:
  ///   - columns: the available width.
  ///   - leastColumns: the minimum width of quoted words, even if the sentence doesn't fit then.
  ///   - repertoire: the characters that the screen shows.
  /// - Returns: the sentence with the marks around its quoted words.
  package static func shortened(
    _ sentence: String, to columns: Int, leaving leastColumns: Int, _ repertoire: Repertoire
  ) -> String {
    var sentence = sentence
    while case let excess = repertoire.columns(of: plain(sentence)) - columns, excess > 0 {
      let words = ranges(in: sentence).map { range in
        let isTyped = sentence[..<range.lowerBound].unicodeScalars.last == openingOfTyped
        return (range: range, width: repertoire.columns(of: String(sentence[range])), isTyped: isTyped)
      }
      func least(isTyped: Bool) -> Int { isTyped ? leastOfTyped : leastColumns }
      let long = words.filter { $0.width > least(isTyped: $0.isTyped) }
      let group = long.contains(where: \.isTyped) ? long.filter(\.isTyped) : long
      guard let longest = group.max(by: { $0.width < $1.width }) else { break }
      // Words that are nearly as long are shortened next.
      let next = group.map(\.width).filter { $0 < longest.width }.max() ?? 0
      let kept = max(longest.width - excess, next - 1, least(isTyped: longest.isTyped))
      sentence.replaceSubrange(longest.range, with: cut(String(sentence[longest.range]), to: kept, repertoire))
    }
    return sentence
  }

  /// Cuts a text to a width in columns. A quotation mark that is open at the end is closed.
  private static func cut(_ text: String, to columns: Int, _ repertoire: Repertoire) -> String {
    let cut = TextWidth.truncated(text, to: columns, repertoire: repertoire)
    let open = cut.count { $0 == "“" } - cut.count { $0 == "”" }
    return open > 0 ? TextWidth.truncated(text, to: columns - 1, repertoire: repertoire) + "”" : cut
  }

  /// The minimum width of typed text, in columns.
  private static let leastOfTyped = 8

  /// The ranges of the quoted words in a sentence, without the marks.
  package static func ranges(in sentence: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    let scalars = sentence.unicodeScalars
    var rest = scalars[...]
    while let start = rest.firstIndex(where: { $0 == opening || $0 == openingOfTyped }),
      let end = rest[start...].firstIndex(of: closing)
    {
      ranges.append(scalars.index(after: start)..<end)
      rest = rest[scalars.index(after: end)...]
    }
    return ranges
  }
}

extension String.StringInterpolation {
  /// Adds a text of the program, on one line.
  package mutating func appendInterpolation(quoted text: String) {
    appendLiteral(QuotedWords.quoted(BlockLabel.line(text, limit: BlockLabel.wholeLimit)))
  }

  /// Adds typed text.
  package mutating func appendInterpolation(typed text: String) { appendLiteral(QuotedWords.typed(text)) }

  /// Adds a block's name.
  package mutating func appendInterpolation(named block: Block) {
    appendInterpolation(quoted: BlockLabel.name(of: block))
  }

  /// Adds an input as a part of its block.
  package mutating func appendInterpolation(part input: Input) {
    appendLiteral(BlockLabel.part(input) { "\(named: $0)" })
  }

  /// Adds a block's label.
  package mutating func appendInterpolation(quoted block: Block) {
    appendInterpolation(quoted: BlockLabel.entry(of: block, limit: BlockLabel.wholeLimit))
  }
}
