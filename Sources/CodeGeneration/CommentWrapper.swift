import Glibc

/// Wraps the text of comments as Blockly does: lines of about the same length that end after punctuation if possible.
enum CommentWrapper {
  /// The longest line of a comment, in UTF-16 units.
  static let limit = 57

  static func wrap(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { wrapLine(String($0)) }.joined(separator: "\n")
  }

  private struct Word {
    var text: Substring
    var length: Int
    var bonus: Double
  }

  private static func wrapLine(_ line: String) -> String {
    guard line.utf16.count > limit else { return line }
    let parts = line.split { $0.isWhitespace || $0 == "\u{FEFF}" }
    let width = max(limit, parts.map(\.utf16.count).max() ?? 0)
    let words = parts.map { part in
      let bonus =
        switch part.last {
        case ".", "?", "!": Double(width) / 3
        case ",", ";", ")", "]", "}": Double(width) / 4
        default: 0.0
        }
      return Word(text: part, length: part.utf16.count, bonus: bonus)
    }
    var score = -Double.infinity
    var result = line
    var lineCount = 1
    while true {
      var breaks = seed(words.count, lines: lineCount)
      improve(&breaks, of: words, width)
      let newScore = self.score(words, breaks, width)
      guard newScore > score else { return result }
      (score, result) = (newScore, text(words, breaks))
      lineCount += 1
    }
  }

  /// Evenly distributed line breaks: whether one follows each word but the last.
  private static func seed(_ count: Int, lines: Int) -> [Bool] {
    let steps = Double(count) / Double(lines)
    var inserted = 1
    return (0..<max(0, count - 1)).map { index in
      guard Double(inserted) < (Double(index) + 1.5) / steps else { return false }
      inserted += 1
      return true
    }
  }

  /// Moves line breaks by one word while that is better.
  private static func improve(_ breaks: inout [Bool], of words: [Word], _ width: Int) {
    var best = score(words, breaks, width)
    while true {
      var better: [Bool]?
      for index in breaks.indices.dropLast() where breaks[index] != breaks[index + 1] {
        var candidate = breaks
        candidate.swapAt(index, index + 1)
        let score = score(words, candidate, width)
        if score > best { (best, better) = (score, candidate) }
      }
      guard let better else { return }
      breaks = better
    }
  }

  private static func score(_ words: [Word], _ breaks: [Bool], _ width: Int) -> Double {
    var lengths = [0]
    var bonuses: [Double] = []
    for (index, word) in words.enumerated() {
      lengths[lengths.count - 1] += word.length
      guard index < breaks.count else { continue }
      if breaks[index] {
        lengths.append(0)
        bonuses.append(word.bonus)
      } else {
        lengths[lengths.count - 1] += 1
      }
    }
    let longest = lengths.max() ?? 0
    var score = 0.0
    for (index, length) in lengths.enumerated() {
      score -= pow(Double(abs(width - length)), 1.5) * 2
      score -= pow(Double(longest - length), 1.5)
      if index < bonuses.count { score += bonuses[index] }
    }
    if lengths.count > 1, lengths[lengths.count - 1] <= lengths[lengths.count - 2] { score += 0.5 }
    return score
  }

  private static func text(_ words: [Word], _ breaks: [Bool]) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      text += word.text
      if index < breaks.count { text += breaks[index] ? "\n" : " " }
    }
    return text
  }
}
