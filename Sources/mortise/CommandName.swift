import Files

/// Detects mistyped command names on the command line.
enum CommandName {
  /// Checks the arguments of the editor for a mistyped command: a first argument that resembles a command's name and is
  /// not a file.
  static func check(_ arguments: [String]) throws(UsageError) {
    guard let word = arguments.first, !word.hasPrefix("-"), !FileSystem.exists(word), suggestion(for: word) != nil
    else { return }
    throw unknown(word)
  }

  static func unknown(_ word: String) -> UsageError {
    let question = suggestion(for: word).map { "; did you mean “\($0)”?" } ?? ""
    return UsageError("“\(word)” is neither a command nor a file\(question)")
  }

  /// Returns the command whose name is most similar to a word; nil if none is similar.
  private static func suggestion(for word: String) -> String? {
    let names = Mortise.commands.map { $0.name }
    let distances = names.map { (name: $0, distance: distance(word, $0)) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.flatMap { $0.distance <= min(2, $0.name.count / 2) ? $0.name : nil }
  }

  /// The number of characters to insert, delete, replace or swap with their neighbour to turn one word into the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // A long word is no command; this bounds the table.
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
