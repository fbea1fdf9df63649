import MortiseScreen

/// The letters of a label that match typed text.
enum MatchedLetters {
  /// - Returns: the indices of the letters in the label, ascending.
  static func indices(of typed: String, in label: String) -> [Int] {
    let letters = Array(label.lowercased())
    // Some letters become several in lower case.
    guard letters.count == label.count else { return [] }
    var indices: Set<Int> = []
    var start = 0
    for word in typed.lowercased().split(separator: " ").map(Array.init) {
      if let found = first(word, in: letters, from: start) ?? first(word, in: letters, from: 0) {
        indices.formUnion(found..<found + word.count)
        start = found + word.count
      } else {
        indices.formUnion(scattered(word, in: letters))
      }
    }
    return indices.sorted()
  }

  /// Returns the rank of a label as a match of typed text; lower is better. Nil if a typed word isn't in it.
  static func rank(of typed: String, in label: String) -> Int? {
    // A text that is much longer than the label is not in it.
    if typed.utf8.count > 4 * label.utf8.count { return nil }
    let (wanted, folded) = (typed.lowercased(), label.lowercased())
    if folded == wanted { return 0 }
    if folded.hasPrefix(wanted) { return 1 }
    let letters = Array(folded)
    var rank = 2
    for word in wanted.split(separator: " ").map(Array.init) {
      guard first(word, in: letters, from: 0) != nil else {
        if scattered(word, in: letters).isEmpty { return nil }
        rank = 4
        continue
      }
      let words = folded.split { !$0.isLetter && !$0.isNumber }
      if rank < 3, !words.contains(where: { $0.starts(with: word) }) { rank = 3 }
    }
    return rank
  }

  private static func first(_ word: [Character], in letters: [Character], from start: Int) -> Int? {
    guard start + word.count <= letters.count else { return nil }
    return (start...letters.count - word.count).first { letters[$0..<$0 + word.count].elementsEqual(word) }
  }

  /// Returns the indices of a word's letters in this order, the first one at the beginning of a word; empty if there
  /// are none.
  private static func scattered(_ word: [Character], in letters: [Character]) -> [Int] {
    for start in letters.indices
    where letters[start] == word[0] && (start == 0 || !letters[start - 1].isLetter && !letters[start - 1].isNumber) {
      var indices: [Int] = []
      for index in start..<letters.count where indices.count < word.count && letters[index] == word[indices.count] {
        indices.append(index)
      }
      if indices.count == word.count { return indices }
    }
    return []
  }

  /// Emphasises the letters of a label that match typed text.
  /// - Parameter area: the area of the label.
  static func emphasise(
    _ typed: String, in label: String, at area: Rect, style: Style, on grid: inout CellGrid, theme: Theme
  ) {
    var column = area.minX
    var indices = indices(of: typed, in: label)[...]
    for (index, letter) in label.enumerated() {
      guard let next = indices.first else { break }
      if index == next {
        indices = indices.dropFirst()
        let point = Point(x: column, y: area.minY)
        _ = grid.write(String(letter), at: point, style: theme.emphasised(style), clip: area)
      }
      column += grid.repertoire.columns(of: String(letter))
    }
  }
}
