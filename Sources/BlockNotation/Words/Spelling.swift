/// Finds corrections of mistyped words.
public enum Spelling {
  /// Returns the word that is most similar to a mistyped one; nil if none is similar.
  public static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let distances = words.map { (word: $0, distance: distance(word, $0)) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.flatMap { $0.distance <= min(2, $0.word.count / 2) ? $0.word : nil }
  }

  /// Returns the words that are similar to a mistyped one, the nearest first.
  static func similar(to word: String, among words: some Sequence<String>) -> [String] {
    let length = word.count
    let found = words.compactMap { other -> (word: String, distance: Int)? in
      let limit = min(length, other.count) < 6 ? 1 : 2
      guard abs(length - other.count) <= limit, case let distance = distance(word, other), distance <= limit else {
        return nil
      }
      return (other, distance)
    }
    return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.word)
  }

  /// Returns the number of characters to insert, delete, replace or swap with their neighbour to turn one word into the
  /// other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // A much longer word can't be similar; this bounds the table.
    if first.count > second.count + 2 { return first.count - second.count }
    var rows = [Array(0...second.count)]
    for row in 0..<first.count {
      var next = [row + 1]
      for column in 0..<second.count {
        var best = min(rows[row][column + 1], next[column]) + 1
        best = min(best, rows[row][column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        next.append(best)
      }
      rows.append(next)
    }
    return rows[first.count][second.count]
  }
}
