import BlockModel
import MortiseScreen

/// A program's own words in a sentence about it: `deleted print “abc”, 2 blocks`. They stand between the signs that
/// Unicode has for text from elsewhere (U+2068 and U+2069, Unicode Standard Annex 9), so that they are the first that is
/// shortened where a sentence has no room. The signs are never shown.
package enum QuotedWords {
  private static let opening: Character = "\u{2068}"
  private static let closing: Character = "\u{2069}"

  /// Quotes a text, without such signs of its own.
  package static func quoted(_ text: String) -> String { "\(opening)\(plain(text))\(closing)" }

  /// Removes the signs from a sentence.
  package static func plain(_ sentence: String) -> String { sentence.filter { $0 != opening && $0 != closing } }

  /// Shortens the longest quoted words of a sentence as far as needed.
  /// - Parameters:
  ///   - columns: the room.
  ///   - leastColumns: what quoted words keep, even if the room isn't enough.
  ///   - repertoire: the signs that the screen shows.
  /// - Returns: the sentence with the signs around its quoted words.
  package static func shortened(
    _ sentence: String, to columns: Int, leaving leastColumns: Int = leastColumns, _ repertoire: Repertoire
  ) -> String {
    func width(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    var sentence = sentence
    while case let excess = width(plain(sentence)) - columns, excess > 0 {
      let words = ranges(in: sentence).map { (range: $0, width: width(String(sentence[$0]))) }
      guard let longest = words.max(by: { $0.width < $1.width }), longest.width > leastColumns else { break }
      // Those that are nearly as long are shortened in their turn.
      let next = words.map(\.width).filter { $0 < longest.width }.max() ?? 0
      let kept = max(longest.width - excess, next - 1, leastColumns)
      let text = String(sentence[longest.range])
      sentence.replaceSubrange(
        longest.range, with: TextWidth.truncated(text, to: kept, repertoire: repertoire))
    }
    return sentence
  }

  /// The fewest columns that tell quoted words from others.
  package static let leastColumns = 8

  /// Where a sentence quotes words, without the signs.
  package static func ranges(in sentence: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var rest = sentence[...]
    while let start = rest.firstIndex(of: opening), let end = rest[start...].firstIndex(of: closing) {
      ranges.append(sentence.index(after: start)..<end)
      rest = rest[sentence.index(after: end)...]
    }
    return ranges
  }
}

extension String.StringInterpolation {
  /// Adds a text of the program, on one line.
  package mutating func appendInterpolation(quoted text: String) {
    appendLiteral(QuotedWords.quoted(BlockLabel.line(text, limit: BlockLabel.wholeLimit)))
  }

  /// Adds a block's name.
  package mutating func appendInterpolation(named block: Block) {
    appendLiteral(QuotedWords.quoted(BlockLabel.line(BlockLabel.name(of: block), limit: BlockLabel.wholeLimit)))
  }

  /// Adds a block's label.
  package mutating func appendInterpolation(quoted block: Block) {
    appendInterpolation(quoted: BlockLabel.entry(of: block, limit: BlockLabel.wholeLimit))
  }
}
