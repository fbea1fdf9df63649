import Glibc

/// Breaks the text of comments into lines: at its own line ends, which may be those of any language, and, like Blockly,
/// into lines of about the same length that end after punctuation if possible.
enum CommentWrapper {
  /// The longest line of a comment, in UTF-16 units.
  private static let limit = 57
  /// The maximum number of words that are wrapped at once; the time grows with the cube of their number.
  private static let portion = 250

  /// Returns the lines of a text, broken where they are too long.
  static func lines(of text: String) -> [Substring] { unwrappedLines(of: text).flatMap(wrap) }

  /// Returns the lines of a text.
  static func unwrappedLines(of text: String) -> [Substring] {
    let scalars = text.unicodeScalars
    var lines: [Substring] = []
    var (start, index) = (scalars.startIndex, scalars.startIndex)
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let end = index
      scalars.formIndex(after: &index)
      guard isLineEnd(scalar) else { continue }
      if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" { scalars.formIndex(after: &index) }
      lines.append(Substring(scalars[start..<end]))
      start = index
    }
    return lines + [Substring(scalars[start...])]
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private struct Word {
    var text: Substring
    var length: Int
    var bonus: Double
  }

  private static func wrap(_ line: Substring) -> [Substring] {
    guard line.utf16.count > limit else { return [line] }
    let parts = line.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.map { Substring($0) }
    var lines: [Substring] = []
    var start = 0
    repeat {
      let end = min(start + portion, parts.count)
      lines += wrap(parts[start..<end])
      start = end
    } while start < parts.count
    return lines
  }

  private static func wrap(_ parts: ArraySlice<Substring>) -> [Substring] {
    let width = max(limit, parts.map(\.utf16.count).max() ?? 0)
    let words = parts.map { part in
      let bonus =
        switch part.unicodeScalars.last {
        case ".", "?", "!": Double(width) / 3
        case ",", ";", ")", "]", "}": Double(width) / 4
        default: 0.0
        }
      return Word(text: part, length: part.utf16.count, bonus: bonus)
    }
    var best: Wrapping?
    while true {
      var wrapping = Wrapping(of: words, lines: best.map { $0.lineCount + 1 } ?? 1, width: width)
      wrapping.improve()
      if let best, wrapping.score <= best.score { return best.text }
      best = wrapping
    }
  }

  /// Words distributed over lines.
  private struct Wrapping {
    private let words: [Word]
    private let width: Int
    /// The requested number of lines.
    let lineCount: Int
    /// Whether a line break follows each word but the last.
    private var breaks: [Bool]
    /// The lengths of the lines, and the bonuses of their last words, without the last line's.
    private var lengths: [Int] = [0]
    private var bonuses: [Double] = []
    private(set) var score = 0.0

    /// Distributes the line breaks evenly.
    init(of words: [Word], lines: Int, width: Int) {
      (self.words, self.width, lineCount) = (words, width, lines)
      let steps = Double(words.count) / Double(lines)
      var inserted = 1
      breaks = (0..<max(0, words.count - 1)).map { index in
        guard Double(inserted) < (Double(index) + 1.5) / steps else { return false }
        inserted += 1
        return true
      }
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
      score = currentScore()
    }

    /// Moves line breaks by one word while that improves the score.
    mutating func improve() {
      while true {
        var better: (index: Int, line: Int)?
        var line = 0
        for index in breaks.indices.dropLast() {
          if breaks[index] != breaks[index + 1] {
            move(index, ofLine: line)
            let candidate = currentScore()
            if candidate > score { (score, better) = (candidate, (index, line)) }
            move(index, ofLine: line)
          }
          if breaks[index] { line += 1 }
        }
        guard let better else { return }
        move(better.index, ofLine: better.line)
      }
    }

    /// Moves the break at the end of a line by one word: after the next word, or back.
    private mutating func move(_ index: Int, ofLine line: Int) {
      breaks.swapAt(index, index + 1)
      let isLonger = breaks[index + 1]
      let change = (words[index + 1].length + 1) * (isLonger ? 1 : -1)
      lengths[line] += change
      lengths[line + 1] -= change
      bonuses[line] = words[isLonger ? index + 1 : index].bonus
    }

    private func currentScore() -> Double {
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

    var text: [Substring] {
      var lines: [String] = [""]
      for (index, word) in words.enumerated() {
        lines[lines.count - 1] += word.text
        if index < breaks.count {
          if breaks[index] { lines.append("") } else { lines[lines.count - 1] += " " }
        }
      }
      return lines.map { $0[...] }
    }
  }
}
